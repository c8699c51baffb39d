import type { ShopCallOutcome } from '@hub/shops';
import { expect, it } from '@jest/globals';
import { decideOutcome, type OutcomeDecision } from './decide-outcome';

const refused = (status: number, code: string | null): ShopCallOutcome<unknown> => ({
  kind: 'refused',
  status,
  code,
  message: null,
  attempts: 1,
  maybeActed: false,
});
const again = (decision: Partial<Extract<OutcomeDecision, { kind: 'again' }>>) =>
  expect.objectContaining({ kind: 'again', ...decision });

const CONFIRMED: ShopCallOutcome<unknown> = { kind: 'confirmed', status: 200, receipt: {}, attempts: 1 };

it.each<[string, ShopCallOutcome<unknown>, unknown]>([
  ['a matching receipt: stopped', CONFIRMED, { kind: 'confirmed' }],
  [
    '409 order_already_shipped is recognised by its code',
    refused(409, 'order_already_shipped'),
    { kind: 'already_shipped' },
  ],
  [
    '409 idempotency_conflict: support (D23)',
    refused(409, 'idempotency_conflict'),
    { kind: 'refused', reason: 'refused: 409 idempotency_conflict', maybeActed: true },
  ],
  [
    '404: support (D23)',
    refused(404, 'unknown_order'),
    { kind: 'refused', reason: 'refused: 404 unknown_order', maybeActed: false },
  ],
  [
    'a 404 after an attempt whose answer was lost: it may be stopped all the same',
    { kind: 'refused', status: 404, code: null, message: null, attempts: 2, maybeActed: true },
    { kind: 'refused', reason: 'refused: 404 without a known code', maybeActed: true },
  ],
  [
    'a redirect is no refusal: retried later, and support is alerted',
    { kind: 'refused', status: 302, code: null, message: null, attempts: 1, maybeActed: false },
    again({ reason: 'redirected: 302', counts: true, raisesAlert: true }),
  ],
  [
    'D29: a text of the store that is no code of the contract is not kept',
    refused(400, 'Ada Lind has moved'),
    { kind: 'refused', reason: 'refused: 400 without a known code', maybeActed: false },
  ],
  [
    'D23: a receipt that does not match: retried later, and support is alerted',
    {
      kind: 'invalid_receipt',
      status: 201,
      field: null,
      problem: 'x',
      faults: [],
      answer: null,
      attempts: 1,
    },
    again({
      reason: 'invalid_receipt: 201',
      counts: true,
      raisesAlert: true,
      afterMs: null,
      attemptsMade: 0,
    }),
  ],
  [
    'D23: three failed attempts: retried on a later run',
    {
      kind: 'unavailable',
      reason: 'timeout',
      status: null,
      code: null,
      retryAfterMs: null,
      maybeActed: true,
      attempts: 3,
    },
    again({
      reason: 'unavailable: timeout',
      counts: true,
      raisesAlert: false,
      afterMs: null,
      attemptsMade: 0,
    }),
  ],
  [
    'D23: 401 holds all calls to the store: nothing was stopped, it waits for the hold to end',
    { kind: 'unauthorized', status: 401, code: null, message: null, attempts: 1, maybeActed: false },
    again({ counts: false, raisesAlert: false, afterMs: 'as_before' }),
  ],
  [
    'D18: 401 after an attempt whose end is not known: it may be stopped',
    { kind: 'unauthorized', status: 401, code: null, message: null, attempts: 2, maybeActed: true },
    again({ counts: true, raisesAlert: false, afterMs: 'as_before' }),
  ],
  [
    'D23: held calls wait without spending anything',
    { kind: 'held', afterMs: 30_000 },
    again({ afterMs: 'as_before', counts: false, attemptsMade: 1 }),
  ],
  [
    "D12: the called shop's capability is off: no call is made, and an agent is asked",
    { kind: 'capability_off', capability: 'cancellation' },
    { kind: 'refused', reason: 'capability_off', maybeActed: false },
  ],
  [
    'D23: an open circuit: back after the wait, no attempt spent',
    { kind: 'postponed', reason: 'circuit_open', afterMs: 5_000, attemptsMade: 0, maybeActed: false },
    again({ afterMs: 5_000, counts: false, attemptsMade: 0 }),
  ],
  [
    'D23: a long wait after an attempt: the attempt is not forgotten',
    { kind: 'postponed', reason: 'long_wait', afterMs: 60_000, attemptsMade: 1, maybeActed: true },
    again({ afterMs: 60_000, counts: true, attemptsMade: 1 }),
  ],
])('%s', (_, outcome, decision) => {
  expect(decideOutcome(outcome, { packaged: 0, attemptsMade: 1 })).toEqual(decision);
});

it('a package that arrived during the call decides, whatever the store answered (D11)', () => {
  for (const outcome of [CONFIRMED, refused(400, 'invalid_request'), refused(409, 'order_already_shipped')])
    expect(decideOutcome(outcome, { packaged: 1, attemptsMade: 0 })).toEqual({ kind: 'already_shipped' });
});
