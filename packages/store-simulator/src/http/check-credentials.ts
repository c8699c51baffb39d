import { createHash, timingSafeEqual } from 'node:crypto';

import { SIGNATURE_HEADER, verifySignature } from '@hub/contract';

import { errorAnswer, type Answer } from '../endpoints/answer';

export interface Credentials {
  bearerToken: string;
  signingSecret: string;
}

/**
 * "Authentication" 1: every request carries the bearer token, one with a body the signature over its raw bytes too (D2).
 *
 * @returns the `401`, or null where the credentials are right
 */
export function checkCredentials(
  expected: Credentials,
  request: { headers: NodeJS.Dict<string | string[]>; bytes: Buffer; hasBody: boolean },
): Answer | null {
  const { headers, bytes, hasBody } = request;
  if (!sameText(text(headers['authorization']), `Bearer ${expected.bearerToken}`)) {
    return errorAnswer('unauthorized', 'the bearer token is missing or wrong');
  }
  const header = text(headers[SIGNATURE_HEADER.toLowerCase()]);
  if (hasBody && !verifySignature({ secrets: [expected.signingSecret], body: bytes, header })) {
    return errorAnswer('unauthorized', 'the signature is missing or wrong');
  }
  return null;
}

/** Compares digests, so that the time taken tells nothing about the expected text. */
function sameText(given: string, expected: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function text(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
