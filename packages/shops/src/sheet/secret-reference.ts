import type { TextForm } from '@hub/contract';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/**
 * A secret by reference, `${NAME}` (D25): resolves to the value of the environment variable. A secret written into the
 * sheet itself is refused, because many can read stored sheets.
 */
export function secretReference(env: Environment, form: TextForm) {
  return z.string().transform((text, context) => {
    const name = REFERENCE.exec(text)?.[1];
    const secret = name === undefined ? undefined : env[name];
    const fault = faultOf({ name, secret, form });
    if (secret !== undefined && fault === null) return secret;
    context.addIssue({ code: 'custom', message: fault ?? 'is not valid' });
    return z.NEVER;
  });
}

function faultOf(found: {
  name: string | undefined;
  secret: string | undefined;
  form: TextForm;
}): string | null {
  const { name, secret, form } = found;
  if (name === undefined) return 'must name an environment variable, as ${NAME}';
  if (secret === undefined || secret === '') return `the environment variable ${name} is not set`;
  return form.pattern.test(secret) ? null : `the environment variable ${name} must hold ${form.expected}`;
}
