import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** An unguessable text, for a link or a token; only its hash is stored. */
export function newSecretText(prefix: string): string {
  return `${prefix}${randomBytes(BYTES).toString('base64url')}`;
}

/** Its stored hash: the text is long and random, so that a single round of SHA-256 reveals nothing. */
export function hashOf(secretText: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secretText).digest());
}
