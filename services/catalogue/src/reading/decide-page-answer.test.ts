import { describe, expect, it } from '@jest/globals';
import { decidePageAnswer, type PageOutcome } from './decide-page-answer';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000);

const unavailable: PageOutcome = {
  kind: 'unavailable',
  reason: 'status',
  status: 503,
  code: null,
  retryAfterMs: null,
  maybeActed: true,
  attempts: 3,
};
const refused: PageOutcome = {
  kind: 'refused',
  status: 404,
  code: 'not_found',
  message: 'Ada lives here',
  attempts: 1,
  maybeActed: false,
};
const unauthorized: PageOutcome = {
  kind: 'unauthorized',
  status: 401,
  code: null,
  message: null,
  attempts: 1,
  maybeActed: false,
};
const deferred: PageOutcome = {
  kind: 'postponed',
  reason: 'circuit_open',
  afterMs: 12_000,
  attemptsMade: 2,
  maybeActed: true,
};

describe('what the answer to GET /products means for the run (D23)', () => {
  it('a valid page is read', () => {
    const receipt = { products: [], next_cursor: null };
    expect(decidePageAnswer({ kind: 'confirmed', status: 200, receipt, attempts: 1 }, null, NOW)).toEqual({
      kind: 'page',
      page: { products: [], nextCursor: null, valid: receipt },
      faults: [],
    });
  });

  it('a page that does not validate is read as far as possible, with its faults', () => {
    const outcome: PageOutcome = {
      kind: 'invalid_receipt',
      status: 200,
      field: null,
      problem: 'is required',
      faults: [{ field: 'products[0].brand', message: 'is required' }],
      answer: { products: [{ product_id: 'P-1' }], next_cursor: 'c2' },
      attempts: 1,
    };
    expect(decidePageAnswer(outcome, null, NOW)).toEqual({
      kind: 'page',
      page: { products: [{ product_id: 'P-1', variants: [] }], nextCursor: 'c2', valid: null },
      faults: [{ productId: null, variantId: null, field: 'products[0].brand', message: 'is required' }],
    });
  });

  it('an answer that is no page (too large, no JSON, a 204) is a fault of the whole body', () => {
    const faults = [{ field: '', message: 'the answer is larger than 10 MiB' }];
    const outcome: PageOutcome = {
      kind: 'invalid_receipt',
      status: 200,
      field: null,
      problem: '',
      faults,
      attempts: 1,
    };
    expect(decidePageAnswer(outcome, null, NOW)).toMatchObject({
      kind: 'page',
      page: { nextCursor: undefined },
      faults: [{ field: 'body', message: 'the answer is larger than 10 MiB' }],
    });
  });

  it("a 4xx ends the run and is reported to support, without the store's own words", () => {
    expect(decidePageAnswer(refused, null, NOW)).toEqual({
      kind: 'fail',
      failure: 'the store refuses GET /products: status 404 (not_found)',
      raisesAlert: true,
    });
  });

  it('a capability that is off ends it: that is no problem', () => {
    expect(decidePageAnswer({ kind: 'capability_off', capability: 'products' }, null, NOW)).toMatchObject({
      kind: 'fail',
      raisesAlert: false,
    });
  });

  it.each([
    ['not yet', null, 5_000],
    ['for a minute', minutesAgo(1), 60_000],
    ['for ten minutes', minutesAgo(10), 300_000],
  ])('a store that cannot be reached, %s: later, at growing intervals', (_, since, afterMs) => {
    expect(decidePageAnswer(unavailable, since, NOW)).toEqual({
      kind: 'stall',
      reason: 'the store cannot be reached: status (status 503)',
      afterMs,
      attemptsMade: 0,
    });
  });

  it('attempts already made are kept, so that none is spent twice', () => {
    expect(decidePageAnswer(deferred, null, NOW)).toMatchObject({ afterMs: 12_000, attemptsMade: 2 });
  });

  it('and never sooner than the store asked for', () => {
    const asked = { ...unavailable, retryAfterMs: 90_000 };
    expect(decidePageAnswer(asked, null, NOW)).toMatchObject({ kind: 'stall', afterMs: 90_000 });
  });

  it('refused credentials: soon after the hold ends, by a probe or by a new sheet', () => {
    expect(decidePageAnswer(unauthorized, null, NOW)).toMatchObject({ kind: 'stall', afterMs: 10_000 });
    expect(decidePageAnswer({ kind: 'held', afterMs: 42_000 }, null, NOW)).toMatchObject({ afterMs: 10_000 });
    expect(decidePageAnswer({ kind: 'held', afterMs: 4_000 }, null, NOW)).toMatchObject({ afterMs: 4_000 });
  });

  it.each([unavailable, deferred, unauthorized, { kind: 'held', afterMs: 1 } as const])(
    '$kind for 15 minutes ends the run',
    (outcome) => {
      expect(decidePageAnswer(outcome, minutesAgo(14), NOW).kind).toBe('stall');
      expect(decidePageAnswer(outcome, minutesAgo(15), NOW)).toMatchObject({
        kind: 'fail',
        raisesAlert: true,
      });
    },
  );
});
