import { ReturnReceipt } from '@hub/contract';
import { expect, it } from '@jest/globals';
import { decideCallEnd, type CallEnd } from './decide-call-end';
import type { ShopCallOutcome } from './shop-call-outcome';

const receipt = ReturnReceipt.parse({ external_ref: 'ref', return_id: 'R-1' });
const answer = { code: null, message: null, attempts: 1, maybeActed: false };
const away = { reason: 'timeout', status: null, code: null, retryAfterMs: null } as const;

it.each<[string, ShopCallOutcome<ReturnReceipt>, CallEnd<ReturnReceipt>]>([
  [
    'a matching receipt is the end of it',
    { kind: 'confirmed', status: 200, receipt, attempts: 1 },
    { kind: 'done', receipt },
  ],
  [
    'D23: a refusal goes to support at once, with a code of the contract',
    { ...answer, kind: 'refused', status: 404, code: 'unknown_order' },
    { kind: 'failed', reason: 'the store answered 404 unknown_order' },
  ],
  [
    'D23: other data under the same reference goes to support',
    { ...answer, kind: 'refused', status: 409, code: 'idempotency_conflict' },
    { kind: 'failed', reason: 'the store answered 409 idempotency_conflict' },
  ],
  [
    'D29: what a store writes freely is not repeated',
    { ...answer, kind: 'refused', status: 400, code: 'Ada Lind has moved', message: 'Ada Lind has moved' },
    { kind: 'failed', reason: 'the store answered 400' },
  ],
  [
    'D23: a receipt that does not match goes to support',
    {
      kind: 'invalid_receipt',
      status: 200,
      field: 'return_id',
      problem: 'x',
      faults: [],
      answer: null,
      attempts: 1,
    },
    { kind: 'failed', reason: 'the receipt does not match (return_id)' },
  ],
  [
    'D23: three attempts without success go to support at once',
    { ...away, kind: 'unavailable', maybeActed: true, attempts: 3 },
    { kind: 'failed', reason: 'no success in 3 attempts (timeout)' },
  ],
  [
    'D23: a long wait goes back to a delay queue with the attempts spent so far',
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: true },
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: true },
  ],
  [
    'D23: held calls wait, no attempt spent',
    { kind: 'held', afterMs: 10_000 },
    { kind: 'postponed', reason: 'calls are held', afterMs: 10_000, attemptsMade: 2, maybeActed: false },
  ],
  [
    'D23: a 401 holds all calls, this one begins anew when they go on',
    { ...answer, kind: 'unauthorized', status: 401 },
    { kind: 'postponed', reason: 'answered 401', afterMs: 30_000, attemptsMade: 0, maybeActed: false },
  ],
  [
    'a 401 after an attempt without an answer: that one may have done it',
    { ...answer, kind: 'unauthorized', status: 401, attempts: 2, maybeActed: true },
    { kind: 'postponed', reason: 'answered 401', afterMs: 30_000, attemptsMade: 0, maybeActed: true },
  ],
  [
    'D23: calls are gated by the called shop’s own capability',
    { kind: 'capability_off', capability: 'returns' },
    { kind: 'postponed', reason: 'returns is off', afterMs: 60_000, attemptsMade: 2, maybeActed: false },
  ],
])('%s', (_, outcome, end) => {
  expect(decideCallEnd(outcome, 2)).toEqual(end);
});
