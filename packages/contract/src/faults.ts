import type { z } from 'zod';

/** The fault of one field: a path such as `data.line_items[1].quantity`, and a text that never contains the value (D6). */
export interface Fault {
  field: string;
  message: string;
}

/** Parses `value`; if it is invalid, returns its issues in the order of the schema, each with a stable text. */
export function readWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { ok: true; data: z.output<S> } | { ok: false; issues: readonly z.core.$ZodIssue[] } {
  const parsed = schema.safeParse(value, { error: stableText });
  return parsed.success ? { ok: true, data: parsed.data } : { ok: false, issues: parsed.error.issues };
}

/** The fault of an issue; `root` is the path of the value that was read, empty for a whole body. */
export function faultOf({ path, message }: z.core.$ZodIssue, root = ''): Fault {
  const written = path.reduce<string>((parent, step) => {
    if (typeof step === 'number') return `${parent}[${step}]`;
    return parent === '' ? String(step) : `${parent}.${String(step)}`;
  }, root);
  return { field: written === '' ? 'body' : written, message };
}

/** A refusal names the first of the issues, in the order of the schema. */
export function firstFault([first]: readonly z.core.$ZodIssue[], root = ''): Fault {
  return first === undefined ? { field: root, message: 'is not valid' } : faultOf(first, root);
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  array: 'an array',
  object: 'an object',
};

/**
 * The text for each kind of fault that zod itself finds: absence, type, an empty list. A schema has its own text for
 * its own rules; zod's texts are never used, as their wording is not stable.
 */
const stableText: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return 'is required';
  if (issue.code === 'invalid_type') {
    const name = TYPE_NAMES[issue.expected];
    return name === undefined ? 'has the wrong type' : `must be ${name}`;
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return 'must hold at least one entry';
  return 'is not valid';
};
