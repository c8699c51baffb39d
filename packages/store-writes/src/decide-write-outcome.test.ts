import { ReturnReceipt } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';
import { describe, expect, it } from '@jest/globals';
import { decideWriteOutcome, pauseAfter, type WriteOutcome } from './decide-write-outcome';

const receipt = ReturnReceipt.parse({ external_ref: 'ref', return_id: 'R-1' });
const answer = { code: null, message: null, attempts: 1, maybeActed: false };
const away = { reason: 'timeout', status: null, code: null, retryAfterMs: null } as const;

it.each<[string, ShopCallOutcome<ReturnReceipt>, WriteOutcome<ReturnReceipt>]>([
  [
    'a matching receipt is the end of it',
    { kind: 'confirmed', status: 200, receipt, attempts: 1 },
    { kind: 'done', receipt },
  ],
  [
    'D23: a refusal, with a code of the contract',
    { ...answer, kind: 'refused', status: 404, code: 'unknown_order' },
    {
      kind: 'refused',
      reason: 'the store answered 404 unknown_order',
      status: 404,
      code: 'unknown_order',
      maybeActed: false,
    },
  ],
  [
    'D18: a conflict says that the store has something under the reference',
    { ...answer, kind: 'refused', status: 409, code: 'idempotency_conflict' },
    {
      kind: 'refused',
      reason: 'the store answered 409 idempotency_conflict',
      status: 409,
      code: 'idempotency_conflict',
      maybeActed: true,
    },
  ],
  [
    'D29: what a store writes freely is not repeated',
    { ...answer, kind: 'refused', status: 400, code: 'Ada Lind has moved', message: 'Ada Lind has moved' },
    {
      kind: 'refused',
      reason: 'the store answered 400',
      status: 400,
      code: 'Ada Lind has moved',
      maybeActed: false,
    },
  ],
  [
    'D23: a receipt that does not match',
    {
      kind: 'invalid_receipt',
      status: 200,
      field: 'return_id',
      problem: 'x',
      faults: [],
      answer: null,
      attempts: 1,
    },
    { kind: 'invalid_receipt', reason: 'the receipt does not match (return_id)', maybeActed: true },
  ],
  [
    'a receipt that is no JSON object',
    {
      kind: 'invalid_receipt',
      status: 200,
      field: null,
      problem: 'x',
      faults: [],
      answer: null,
      attempts: 1,
    },
    { kind: 'invalid_receipt', reason: 'the receipt does not match (its whole body)', maybeActed: true },
  ],
  [
    'D23: three attempts without success',
    { ...away, kind: 'unavailable', maybeActed: true, attempts: 3 },
    {
      kind: 'unavailable',
      reason: 'no success in 3 attempts (timeout)',
      retryAfterMs: 0,
      maybeActed: true,
    },
  ],
  [
    'D23: a long wait keeps the attempts spent so far',
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: true },
    { kind: 'waits', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: true },
  ],
  [
    'D23: held calls keep their place, no attempt spent',
    { kind: 'held', afterMs: 10_000 },
    { kind: 'waits', reason: 'calls are held', afterMs: null, attemptsMade: 2, maybeActed: false },
  ],
  [
    'D23: a 401 holds all calls, this one begins again when they go on',
    { ...answer, kind: 'unauthorized', status: 401 },
    { kind: 'waits', reason: 'answered 401', afterMs: null, attemptsMade: 0, maybeActed: false },
  ],
  [
    'a 401 after an attempt without an answer: that one may have done it',
    { ...answer, kind: 'unauthorized', status: 401, attempts: 2, maybeActed: true },
    { kind: 'waits', reason: 'answered 401', afterMs: null, attemptsMade: 0, maybeActed: true },
  ],
  [
    'D23: calls are gated by the called shop’s own capability',
    { kind: 'capability_off', capability: 'returns' },
    { kind: 'waits', reason: 'returns is off', afterMs: null, attemptsMade: 2, maybeActed: false },
  ],
])('%s', (_, outcome, end) => {
  expect(decideWriteOutcome(outcome, 2)).toEqual(end);
});

it.each<[string, ShopCallOutcome<never>, number]>([
  ['held: looked at again soon, for the hold may end', { kind: 'held', afterMs: 30_000 }, 2_000],
  ['a capability that is off', { kind: 'capability_off', capability: 'orders' }, 1_000],
  [
    'an open circuit: for as long as it is',
    { kind: 'postponed', reason: 'circuit_open', afterMs: 20_000, attemptsMade: 0, maybeActed: false },
    20_000,
  ],
  [
    'a wait that an answer to one row asked for: not at all',
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: true },
    0,
  ],
])('how long a shop is paused: %s', (_, outcome, ms) => {
  expect(pauseAfter(outcome)).toBe(ms);
});

it('a wait that an answer asked for, if it applies to the whole shop', () => {
  const wait = { kind: 'postponed', reason: 'long_wait', afterMs: 60_000 } as const;
  expect(pauseAfter({ ...wait, attemptsMade: 1, maybeActed: true }, true)).toBe(60_000);
});

describe('D18: whether a refusal proves that the store has nothing of it', () => {
  const mayHave = (status: number, code: string | null, maybeActed = false) => {
    const end = decideWriteOutcome({ ...answer, kind: 'refused', status, code, maybeActed }, 0);
    return end.kind === 'refused' && end.maybeActed;
  };

  it.each([
    [400, null],
    [404, 'unknown_order'],
    [409, 'order_already_shipped'],
    [422, null],
  ])('a %i %s does', (status, code) => {
    expect(mayHave(status, code)).toBe(false);
  });

  it.each([
    ['a conflict under the reference', 409, 'idempotency_conflict'],
    ['a conflict without a code: it may be that one', 409, null],
    ['a conflict with another status', 422, 'idempotency_conflict'],
    ['a redirect', 302, null],
    ['a redirect with a code', 399, 'unknown_order'],
  ])('%s does not', (_, status, code) => {
    expect(mayHave(status, code)).toBe(true);
  });

  it('none does after an attempt that may have done it', () => {
    expect(mayHave(404, 'unknown_order', true)).toBe(true);
  });
});

it.each<[string, ShopCallOutcome<ReturnReceipt>, number]>([
  [
    'a 401 holds it: until a sheet may be everywhere',
    { ...answer, kind: 'unauthorized', status: 401 },
    1_000,
  ],
  ['a receipt', { kind: 'confirmed', status: 200, receipt, attempts: 1 }, 0],
  ['a refusal', { ...answer, kind: 'refused', status: 404 }, 0],
  ['no success', { ...away, kind: 'unavailable', maybeActed: true, attempts: 3 }, 0],
  [
    'a receipt that does not match',
    {
      kind: 'invalid_receipt',
      status: 200,
      field: null,
      problem: 'x',
      faults: [],
      answer: null,
      attempts: 1,
    },
    0,
  ],
])('whether a shop’s other rows wait after one: %s', (_, outcome, ms) => {
  expect(pauseAfter(outcome)).toBe(ms);
});
