import { sign } from '@hub/contract';

import { errorAnswer, type Answer } from '../../endpoints/answer';
import type { CredentialCheck } from '../../http/check-credentials';
import type { BrokenRule } from '../broken-rule';
import { fieldsOf } from '../fields';

function credentialRule(
  id: string,
  rule: string,
  check: (check: CredentialCheck) => CredentialCheck,
): BrokenRule {
  return { id, rule, place: 'credentials', check };
}

function bearer({ expected }: CredentialCheck): string {
  return `Bearer ${expected.bearerToken}`;
}

/** The signature the store's first secret gives these bytes. */
function rightSignature({ expected, bytes }: CredentialCheck): string {
  return sign(expected.signingSecrets[0], bytes);
}

export const AUTHENTICATION_RULES: BrokenRule[] = [
  credentialRule('bearer-not-required', 'A missing bearer token is answered 401 unauthorized.', (check) => ({
    ...check,
    authorization: check.authorization || bearer(check),
  })),
  credentialRule('bearer-not-compared', 'A wrong bearer token is answered 401 unauthorized.', (check) => ({
    ...check,
    authorization: check.authorization && bearer(check),
  })),
  credentialRule('signature-not-required', 'A missing signature is answered 401 unauthorized.', (check) => ({
    ...check,
    signature: check.signature || rightSignature(check),
  })),
  credentialRule('signature-not-compared', 'A wrong signature is answered 401 unauthorized.', (check) => ({
    ...check,
    signature: check.signature && rightSignature(check),
  })),
  credentialRule(
    'signature-over-own-bytes',
    'The signature is verified over the bytes as received.',
    (check) => ({
      ...check,
      bytes: written(check.bytes),
    }),
  ),
  credentialRule(
    'older-secret-refused',
    'A secret that is still valid verifies, the first one or not.',
    (check) => ({
      ...check,
      expected: { ...check.expected, signingSecrets: [check.expected.signingSecrets[0]] },
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
