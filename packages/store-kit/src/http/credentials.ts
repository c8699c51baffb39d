import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SIGNATURE_HEADER, verifySignature } from '@hub/contract';
import type { Credentials } from '../store-kit';

/** "Authentication" 1: the bearer token on every call, and on one with a body the signature over its raw bytes (D2). */
export function areRight(
  request: IncomingMessage,
  { bytes, credentials }: { bytes: Buffer; credentials: Credentials },
): boolean {
  const { authorization = '' } = request.headers;
  const expected = credentials.bearerTokens.map((token) => sameText(authorization, `Bearer ${token}`));
  if (!expected.includes(true)) return false;
  if (request.method === 'GET') return true;
  const header = request.headers[SIGNATURE_HEADER.toLowerCase()];
  return (
    typeof header === 'string' &&
    verifySignature({ secrets: credentials.signingSecrets, body: bytes, header })
  );
}

/** Compares digests, so that the time taken tells nothing about the expected text. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
