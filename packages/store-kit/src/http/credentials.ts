import { createHash, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_HEADER, verifySignature } from '@hub/contract';
import type { Credentials } from '../store-kit';
import type { KitRequest } from '../served-call';

/** "Authentication" 1: the bearer token on every call, and on one with a body the signature over its raw bytes (D2). */
export function areRight({ method, headers, body }: KitRequest, credentials: Credentials): boolean {
  const { authorization = '' } = headers;
  const expected = credentials.bearerTokens.map((token) => sameText(authorization, `Bearer ${token}`));
  if (!expected.includes(true)) return false;
  if (method === 'GET') return true;
  const header = headers[SIGNATURE_HEADER.toLowerCase()];
  return typeof header === 'string' && verifySignature({ secrets: credentials.signingSecrets, body, header });
}

/** Compares digests, so that the time taken reveals nothing about the expected text. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
