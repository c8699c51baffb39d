import { createHash, timingSafeEqual } from 'node:crypto';

import { verifySignature } from '@hub/contract';

import { errorAnswer, type Answer } from '../endpoints/answer';

/** What came with a request, and what it is compared with; an absent header is empty. */
export interface CredentialCheck {
  expected: {
    bearerToken: string;
    /** Every one of them verifies (D2). */
    signingSecrets: readonly [string, ...string[]];
  };
  authorization: string;
  signature: string;
  bytes: Buffer;
  hasBody: boolean;
}

/**
 * "Authentication" 1: every request carries the bearer token, one with a body the signature over its raw bytes too (D2).
 *
 * @returns the `401`, or null where the credentials are right
 */
export function checkCredentials(check: CredentialCheck): Answer | null {
  const { bearerToken, signingSecrets } = check.expected;
  if (!sameText(check.authorization, `Bearer ${bearerToken}`)) {
    return errorAnswer('unauthorized', 'the bearer token is missing or wrong');
  }
  const signed = { secrets: signingSecrets, body: check.bytes, header: check.signature };
  if (check.hasBody && !verifySignature(signed)) {
    return errorAnswer('unauthorized', 'the signature is missing or wrong');
  }
  return null;
}

/** Compares digests, so that the time taken tells nothing about the expected text. */
function sameText(given: string, expected: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
