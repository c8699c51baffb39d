import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from './limits';

/** Carries the signature of a body, in both directions (D2). */
export const SIGNATURE_HEADER = 'X-HUB-Signature';

const FORM = /^sha256=([0-9a-f]{64})$/i;
const DIGEST_BYTES = 32;

/** A key that no shop has: its verification result is ignored. */
const NO_SECRET = '';

/** As many for each signature that is not taken: the work does not reveal whether a slug exists (D3). */
const LEAST_DIGESTS = LIMITS.signingSecrets;

/** The header's value for a body: HMAC-SHA256 over its raw bytes, keyed with the secret's UTF-8 bytes (D2). */
export function sign(secret: string, body: Buffer | string): string {
  return `sha256=${digest(secret, body).toString('hex')}`;
}

/** Whether a header has the form of a signature, whatever it signs. */
export function isSignature(header: string): boolean {
  return FORM.test(header);
}

/**
 * Whether the header signs exactly these bytes under one of the secrets (the caller omits those past their
 * `verify_until`). Each comparison takes constant time; hex case ignored. Whatever the shop's secrets, a wrong signature
 * costs the same work (D2, D3); only who holds a secret can see that a right one costs less.
 */
export function verifySignature(signed: {
  secrets: readonly string[];
  body: Buffer | string;
  header: string | undefined;
}): boolean {
  const hex = FORM.exec(signed.header ?? '')?.[1];
  const given = hex === undefined ? Buffer.alloc(DIGEST_BYTES) : Buffer.from(hex, 'hex');
  const rounds = Math.max(signed.secrets.length, LEAST_DIGESTS);
  for (let round = 0; round < rounds; round += 1) {
    const secret = signed.secrets[round];
    const equal = timingSafeEqual(digest(secret ?? NO_SECRET, signed.body), given);
    if (equal && secret !== undefined && hex !== undefined) return true;
  }
  return false;
}

function digest(secret: string, body: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}
