import { describe, expect, it } from '@jest/globals';
import { ShippingOrderReceipt, type StoreErrorCode } from '@hub/contract';
import type { KnownBefore } from '@hub/orders/placements';
import { decideClaim, type PlacingState } from './decide-claim';
import { decidePlacing, nextRunAfterMs, type PlacingFacts } from './decide-placing';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const WAITS_MS = [60_000, 300_000, 900_000, 3_600_000];

describe('claim (D18, D21)', () => {
  const state = (overrides: Partial<PlacingState>): PlacingState => ({
    state: 'planned',
    stopRequested: false,
    leaseUntil: null,
    holdsItsLines: true,
    stopSettled: false,
    blanked: false,
    ...overrides,
  });

  const leave = (reason: string) => ({ kind: 'leave', reason });

  it.each<[string, Partial<PlacingState>, object]>([
    ['planned: sent for the first time', {}, { kind: 'claim', known: 'nothing_done', reserveAgain: false }],
    [
      'planned, but a stop was requested: never placed',
      { stopRequested: true },
      leave('a stop was asked for'),
    ],
    [
      'being sent by another worker',
      { state: 'sending', leaseUntil: new Date(NOW + 1) },
      leave('it is being sent'),
    ],
    [
      'claimed by a worker that died: the outcome is unknown, settled by the same call',
      { state: 'sending', leaseUntil: new Date(NOW) },
      { kind: 'claim', known: 'unknown' },
    ],
    [
      'outcome unknown and a stop asked for: settled first all the same',
      { state: 'sending', stopRequested: true },
      { kind: 'claim', known: 'unknown' },
    ],
    [
      'refused, its dead letter replayed: its stock is reserved again, and the refusal proves that nothing was done (D18)',
      { state: 'refused' },
      { kind: 'claim', known: 'nothing_done', reserveAgain: true },
    ],
    [
      'disputed, its dead letter replayed, a stop or none',
      { state: 'disputed', stopRequested: true },
      { kind: 'claim', known: 'disputed', reserveAgain: false },
    ],
    [
      'D30: disputed, and its address has been deleted: identical data cannot be sent',
      { state: 'disputed', blanked: true },
      { kind: 'leave', reason: 'its address has been deleted' },
    ],
    [
      'disputed, and its shop has said that it stopped it (D12)',
      { state: 'disputed', stopSettled: true },
      leave('its shop has said how its stop ends'),
    ],
    [
      'disputed and being sent: the replay waits',
      { state: 'disputed', leaseUntil: new Date(NOW + 1) },
      { kind: 'wait', untilMs: NOW + 1 },
    ],
    [
      'refused, and its lines were routed elsewhere',
      { state: 'refused', holdsItsLines: false },
      leave('its lines went elsewhere'),
    ],
    [
      'refused, and a stop was requested',
      { state: 'refused', stopRequested: true },
      leave('a stop was asked for'),
    ],
    ['placed', { state: 'placed' }, leave('the shop has it already')],
    ['stopped', { state: 'stopped' }, leave('it is stopped')],
    ['of a dry run: never sent (D18)', { state: 'dry_run' }, leave('it is a dry run: it is never sent')],
  ])('%s', (_, given, expected) => {
    expect(decideClaim(state(given), NOW)).toMatchObject(expected);
  });
});

describe('outcome of POST /orders (D23)', () => {
  const facts = (overrides: Partial<PlacingFacts> = {}): PlacingFacts => ({
    known: 'nothing_done',
    passes: 0,
    callAttempts: 0,
    waitsMs: WAITS_MS,
    now: NOW,
    ...overrides,
  });
  const unavailable = (maybeActed: boolean) =>
    ({
      kind: 'unavailable',
      reason: 'status',
      status: 503,
      code: null,
      retryAfterMs: null,
      maybeActed,
      attempts: 3,
    }) as const;

  it('a valid receipt: placed', () => {
    const receipt = ShippingOrderReceipt.parse({
      success: true,
      external_ref: 'ref',
      order_id: 'SO-1',
      status: 'created',
    });
    expect(decidePlacing({ kind: 'confirmed', status: 200, receipt, attempts: 1 }, facts())).toEqual({
      kind: 'placed',
      storeOrderId: 'SO-1',
    });
  });

  it('a 4xx: refused permanently; a text of the store goes no further (D29)', () => {
    const refused = {
      kind: 'refused',
      status: 404,
      message: 'no hat for Ada',
      attempts: 1,
      maybeActed: false,
    } as const;
    expect(decidePlacing({ ...refused, code: 'unknown_variant' }, facts())).toEqual({
      kind: 'refused',
      failure: 'refused: 404 unknown_variant',
    });
    expect(decidePlacing({ ...refused, code: 'no hat for Ada' }, facts())).toEqual({
      kind: 'refused',
      failure: 'refused: 404',
    });
  });

  describe('what a 4xx proves (D18)', () => {
    const refused = (status: number, code: StoreErrorCode | null = null, maybeActed = false) =>
      ({ kind: 'refused', status, code, message: null, attempts: 1, maybeActed }) as const;

    it.each([
      ['the first attempt ever', refused(404), 'nothing_done', 'refused'],
      ['after attempts that certainly did nothing', refused(400), 'nothing_done', 'refused'],
      [
        'after an attempt of this call that may have placed it',
        refused(404, null, true),
        'nothing_done',
        'disputed',
      ],
      ['after an earlier call that may have placed it', refused(422), 'unknown', 'disputed'],
      [
        'a conflict, always: the store has the reference',
        refused(409, 'idempotency_conflict'),
        'nothing_done',
        'disputed',
      ],
      ['a 409 without further detail', refused(409), 'nothing_done', 'disputed'],
      ['a 409 with another code', refused(409, 'order_already_shipped'), 'nothing_done', 'refused'],
      ['of one already disputed: nothing changes', refused(404), 'disputed', 'disputed'],
    ] as const)('%s', (_, outcome, known, kind) => {
      expect(decidePlacing(outcome, facts({ known }))).toMatchObject({ kind });
    });

    it('a redirect is no refusal: the outcome is unknown, and retries continue', () => {
      expect(decidePlacing(refused(302), facts())).toMatchObject({
        kind: 'later',
        failure: 'redirected: 302',
        neverSent: false,
        alert: true,
      });
    });

    it.each([401, 403] as const)('a %i decides nothing and leaves the outcome as it was', (status) => {
      const outcome = { kind: 'unauthorized', status, code: null, message: null, attempts: 1 } as const;
      const decide = (known: KnownBefore, maybeActed: boolean) =>
        decidePlacing({ ...outcome, maybeActed }, facts({ known }));
      expect(decide('nothing_done', false)).toMatchObject({
        kind: 'postponed',
        neverSent: true,
        reason: `the store answers ${status}`,
        attemptsMade: 0,
      });
      expect(decide('nothing_done', true)).toMatchObject({ kind: 'postponed', neverSent: false });
      expect(decide('unknown', false)).toMatchObject({ kind: 'postponed', neverSent: false });
    });

    it.each([
      ['no answer', unavailable(false)],
      [
        'a receipt that does not match',
        { kind: 'invalid_receipt', status: 200, field: null, problem: 'no', faults: [], attempts: 1 },
      ],
    ] as const)('one that is disputed stays so after %s: no sweep looks for it', (_, outcome) => {
      expect(decidePlacing(outcome, facts({ known: 'disputed' }))).toMatchObject({ kind: 'disputed' });
    });
  });

  it.each([
    ['may have acted: unknown', true, true, false],
    ['certainly not acted, never tried before: as if never attempted', true, false, true],
    ['certainly not acted, but an earlier run may have: unknown', false, false, false],
  ])('unavailable, %s', (_, untried, maybeActed, neverSent) => {
    expect(
      decidePlacing(unavailable(maybeActed), facts({ known: untried ? 'nothing_done' : 'unknown' })),
    ).toEqual({
      kind: 'later',
      neverSent,
      failure: 'unavailable: status 503',
      at: new Date(NOW + 60_000),
      alert: false,
    });
  });

  it('a store that asked for more time than the next run leaves (Retry-After) gets it', () => {
    const asked = { ...unavailable(true), reason: 'rate_limited', retryAfterMs: 90_000 } as const;
    expect(decidePlacing(asked, facts())).toMatchObject({ kind: 'later', at: new Date(NOW + 90_000) });
    expect(decidePlacing(asked, facts({ passes: 1 }))).toMatchObject({ at: new Date(NOW + 300_000) });
  });

  it('a receipt that does not match: outcome unknown, support alerted at once', () => {
    const invalid = {
      kind: 'invalid_receipt',
      status: 200,
      field: 'external_ref',
      problem: 'is not the one of the request',
    } as const;
    expect(decidePlacing({ ...invalid, faults: [], answer: null, attempts: 1 }, facts())).toMatchObject({
      kind: 'later',
      neverSent: false,
      alert: true,
      failure: 'receipt: external_ref is not the one of the request',
    });
  });

  it.each([
    [
      '401: held',
      { kind: 'unauthorized', status: 401, code: null, message: null, attempts: 1, maybeActed: false },
      true,
    ],
    [
      '401 after an attempt with an unknown end',
      { kind: 'unauthorized', status: 401, code: null, message: null, attempts: 2, maybeActed: true },
      false,
    ],
    ['held already', { kind: 'held', afterMs: 30_000 }, true],
    [
      'left alone for a while',
      { kind: 'postponed', reason: 'circuit_open', afterMs: 30_000, attemptsMade: 0, maybeActed: false },
      true,
    ],
    [
      'put off amid its attempts',
      { kind: 'postponed', reason: 'long_wait', afterMs: 9_000, attemptsMade: 1, maybeActed: true },
      false,
    ],
  ] as const)('%s: deferred, no run spent', (_, outcome, neverSent) => {
    expect(decidePlacing(outcome, facts())).toMatchObject({ kind: 'postponed', neverSent });
    expect(decidePlacing(outcome, facts({ known: 'unknown' }))).toMatchObject({ neverSent: false });
  });

  it.each([
    { kind: 'held', afterMs: 30_000 },
    { kind: 'capability_off', capability: 'orders' },
  ] as const)('D23: a check that makes no call ($kind) gives back no attempt', (outcome) => {
    const known = facts({ known: 'unknown', callAttempts: 2 });
    expect(decidePlacing(outcome, known)).toMatchObject({ attemptsMade: 2 });
  });

  it('D18: its shop is switched off: what was never sent is routed again, what may have been sent stays', () => {
    const off = { kind: 'capability_off', capability: 'orders' } as const;
    expect(decidePlacing(off, facts())).toMatchObject({ kind: 'switched_off' });
    expect(decidePlacing(off, facts({ known: 'unknown' }))).toMatchObject({
      kind: 'postponed',
      neverSent: false,
    });
  });

  it('later runs after 1, 5, 15, 60 min, then hourly for a day, then support', () => {
    const waits = Array.from({ length: 28 }, (_, passes) => nextRunAfterMs(passes, WAITS_MS));
    expect(waits.slice(0, 4)).toEqual(WAITS_MS);
    expect(new Set(waits.slice(4))).toEqual(new Set([3_600_000]));
    expect(nextRunAfterMs(28, WAITS_MS)).toBeNull();
    expect(decidePlacing(unavailable(false), facts({ passes: 28 }))).toEqual({
      kind: 'given_up',
      failure: 'unavailable: status 503',
    });
    // D18: the runs are used up while the outcome is unknown.
    expect(decidePlacing(unavailable(true), facts({ passes: 28 }))).toEqual({
      kind: 'disputed',
      failure: 'unavailable: status 503',
    });
  });
});
