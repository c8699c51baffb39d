import { createHash } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { z } from 'zod';
import { ROLES, type Role } from '@hub/desk/engine';

/** A person who signs in with a password of the configuration. */
export interface LocalAccount {
  name: string;
  role: Role;
  /** Argon2id in PHC form, as `hub desk hash-password` prints it. */
  passwordHash: string;
  /** Identifies the password without revealing it. */
  passwordMark: string;
}

const Account = z.strictObject(
  {
    name: z
      .string()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u,
        'a name of letters, digits, spaces and . _ @ - (at most 100)',
      ),
    role: z.enum(ROLES, 'viewer, agent or lead'),
    password_hash: z
      .string('a hash')
      .refine(isArgon2id, 'an Argon2id hash as `hub desk hash-password` prints it'),
  },
  'an object of name, role and password_hash',
);

/**
 * `SUPPORT_ACCOUNTS`: a JSON array of `{ "name", "role", "password_hash" }`. Every fault is reported by its position,
 * in one sentence, without its value.
 */
export const Accounts = z.string().transform((text, context): LocalAccount[] => {
  const read = z.array(Account).safeParse(parseJson(text));
  const faults = read.success ? repeatedNames(read.data) : read.error.issues.map(describe);
  for (const message of faults.length > 0 ? [faults.join('; ')] : [])
    context.addIssue({ code: 'custom', message });
  return (read.data ?? []).map(({ name, role, password_hash }) => ({
    name,
    role,
    passwordHash: password_hash,
    passwordMark: createHash('sha256').update(password_hash).digest('base64url').slice(0, 16),
  }));
});

function describe({ code, path, message }: z.core.$ZodIssue): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  if (path.length === 0) return 'must be: a JSON array of accounts';
  return `${place} must be: ${code === 'unrecognized_keys' ? 'name, role and password_hash alone' : message}`;
}

function repeatedNames(accounts: readonly { name: string }[]): string[] {
  const names = accounts.map(({ name }) => name.toLowerCase());
  return names.flatMap((name, place) =>
    names.indexOf(name) < place ? [`[${place}].name is there twice`] : [],
  );
}

function isArgon2id(hash: string): boolean {
  if (!hash.startsWith('$argon2id$')) return false;
  try {
    parseOptions(hash);
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
