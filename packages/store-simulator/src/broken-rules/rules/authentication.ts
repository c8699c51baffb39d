import { sign, verifySignature } from '@hub/contract';

import { errorAnswer, type Answer } from '../../answer';
import type { ReceivedRequest } from '../../received-request';
import type { BrokenRule } from '../broken-rule';
import { fieldsOf } from '../fields';

function requestRule(
  id: string,
  rule: string,
  request: (request: ReceivedRequest) => ReceivedRequest,
): BrokenRule {
  return { id, rule, place: 'request', request };
}

function bearer({ bearerToken }: ReceivedRequest): string {
  return `Bearer ${bearerToken}`;
}

/** The signature of these bytes with the store's first secret. */
function rightSignature({ signingSecret, bytes }: ReceivedRequest): string {
  return sign(signingSecret, bytes);
}

function isOfFirstSecret({ signingSecret, bytes, signature }: ReceivedRequest): boolean {
  return verifySignature({ secrets: [signingSecret], body: bytes, header: signature });
}

export const AUTHENTICATION_RULES: BrokenRule[] = [
  requestRule('bearer-not-required', 'A missing bearer token is answered 401 unauthorized.', (request) => ({
    ...request,
    authorization: request.authorization || bearer(request),
  })),
  requestRule('bearer-not-compared', 'A wrong bearer token is answered 401 unauthorized.', (request) => ({
    ...request,
    authorization: request.authorization && bearer(request),
  })),
  requestRule('signature-not-required', 'A missing signature is answered 401 unauthorized.', (request) => ({
    ...request,
    signature: request.signature || rightSignature(request),
  })),
  requestRule('signature-not-compared', 'A wrong signature is answered 401 unauthorized.', (request) => ({
    ...request,
    signature: request.signature && rightSignature(request),
  })),
  requestRule(
    'signature-over-own-bytes',
    'The signature is verified over the bytes as received.',
    (request) => ({
      ...request,
      bytes: written(request.bytes),
    }),
  ),
  requestRule(
    'older-secret-refused',
    'A secret that is still valid verifies, the first one or not.',
    (request) => ({
      ...request,
      signature: isOfFirstSecret(request) ? request.signature : '',
    }),
  ),
  answerRule('unauthorized-as-forbidden', 'Wrong credentials are answered 401 unauthorized.', (answer) =>
    answer.status === 401 ? errorAnswer('forbidden', 'the credentials are wrong') : answer,
  ),
  answerRule('error-body-of-its-own', 'An error has the body { error: { code, message } }.', (answer) =>
    answer.status >= 400 ? { ...answer, body: fieldsOf(answer.body)['error'] } : answer,
  ),
];

function answerRule(id: string, rule: string, answer: (answer: Answer) => Answer): BrokenRule {
  return { id, rule, place: 'answer', answer };
}

/** The same JSON as this process would write it. */
function written(bytes: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
  } catch {
    return bytes;
  }
}
