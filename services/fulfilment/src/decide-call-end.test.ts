import type { ShopCallOutcome } from '@hub/shops';
import { expect, it } from '@jest/globals';
import { decideCallEnd, type CallEnd } from './decide-call-end';

const answer = { code: null, message: null, attempts: 1 };

it.each<[string, ShopCallOutcome<object>, CallEnd]>([
  [
    'a matching receipt ends the delivery',
    { kind: 'confirmed', status: 200, receipt: {}, attempts: 1 },
    { kind: 'done' },
  ],
  [
    'D23: a refusal goes to support at once, with a code of the contract',
    { ...answer, kind: 'refused', status: 404, code: 'unknown_order' },
    { kind: 'failed', reason: 'the store answered 404 unknown_order' },
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
      field: 'order_id',
      problem: 'x',
      faults: [],
      answer: null,
      attempts: 1,
    },
    { kind: 'failed', reason: 'the receipt does not match (order_id)' },
  ],
  [
    'D23: three attempts without success go to support at once',
    {
      kind: 'unavailable',
      reason: 'status',
      status: 503,
      code: null,
      retryAfterMs: null,
      maybeActed: true,
      attempts: 3,
    },
    { kind: 'failed', reason: 'no success in 3 attempts (status)' },
  ],
  [
    'D23: a long wait goes back to a delay queue with the attempts spent so far',
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: false },
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1 },
  ],
  [
    'D23: held calls wait, no attempt spent',
    { kind: 'held', afterMs: 10_000 },
    { kind: 'postponed', reason: 'calls are held', afterMs: 10_000, attemptsMade: 2 },
  ],
  [
    'D23: a 401 holds all calls, this one begins anew when they go on',
    { ...answer, kind: 'unauthorized', status: 401 },
    { kind: 'postponed', reason: 'answered 401', afterMs: 30_000, attemptsMade: 0 },
  ],
  [
    'D23: calls are gated by the called shop’s own capability',
    { kind: 'capability_off', capability: 'orders' },
    { kind: 'postponed', reason: 'orders is off', afterMs: 60_000, attemptsMade: 2 },
  ],
])('%s', (_, outcome, end) => {
  expect(decideCallEnd(outcome, 2)).toEqual(end);
});
