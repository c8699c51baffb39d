import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A text that nobody guesses, for a link or a token; only its hash is kept. */
export function newSecretText(prefix: string): string {
  return `${prefix}${randomBytes(BYTES).toString('base64url')}`;
}

/** What is kept of it: it is long and random, so that one pass of SHA-256 says nothing of it. */
export function hashOf(secretText: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secretText).digest());
}
