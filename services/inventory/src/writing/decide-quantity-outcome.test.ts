import { InventoryReceipt } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { decideQuantityOutcome } from './decide-quantity-outcome';

const CYCLE = 60_000;
const decide = (
  outcome: Parameters<typeof decideQuantityOutcome>[0],
  write: { retired: boolean; quantity: number } = { retired: false, quantity: 3 },
) => decideQuantityOutcome(outcome, { ...write, callAttempts: 1, syncIntervalMs: CYCLE });

describe('D23: how a PUT /inventory ends', () => {
  it('a matching receipt confirms', () => {
    const write = { variant_id: 'V-1', location_id: '9000', quantity: 3 };
    const receipt = InventoryReceipt.parse({ success: true, ...write });
    expect(decide({ kind: 'confirmed', status: 200, receipt, attempts: 1 })).toEqual({ kind: 'confirmed' });
  });

  it('any other 4xx, a 404 too, alerts support and is retried next sync cycle', () => {
    const refused = { kind: 'refused' as const, status: 404, code: 'unknown_variant', message: null };
    expect(decide({ ...refused, attempts: 1, maybeActed: false })).toEqual({
      kind: 'failed',
      reason: 'the store answered 404 unknown_variant',
      afterMs: CYCLE,
      refused: true,
    });
  });

  it('a retired variant that its store no longer knows counts as written; anything but its last 0 does not', () => {
    const refused = {
      kind: 'refused' as const,
      status: 404,
      code: 'unknown_variant',
      message: null,
      attempts: 1,
      maybeActed: false,
    };
    expect(decide(refused, { retired: true, quantity: 0 })).toEqual({ kind: 'confirmed' });
    expect(decide(refused, { retired: true, quantity: 1 }).kind).toBe('failed');
    expect(decide({ ...refused, code: 'unknown_order' }, { retired: true, quantity: 0 }).kind).toBe('failed');
  });

  it('a receipt that does not match alerts support and is retried next sync cycle', () => {
    const end = decide({
      kind: 'invalid_receipt',
      status: 200,
      field: 'quantity',
      problem: 'is not what was sent',
      faults: [],
      answer: null,
      attempts: 1,
    });
    expect(end).toEqual({
      kind: 'failed',
      reason: 'the receipt does not match (quantity)',
      afterMs: CYCLE,
      refused: true,
    });
  });

  it('three failed attempts wait for the next sync cycle, longer where the store asks for it', () => {
    const unavailable = {
      kind: 'unavailable' as const,
      reason: 'status' as const,
      status: 503,
      code: null,
      maybeActed: true,
      attempts: 3,
    };
    const again = { kind: 'failed', reason: 'no success in 3 attempts (status)', refused: false };
    expect(decide({ ...unavailable, retryAfterMs: null })).toEqual({ ...again, afterMs: CYCLE });
    expect(decide({ ...unavailable, retryAfterMs: 5 })).toEqual({ ...again, afterMs: CYCLE });
    expect(decide({ ...unavailable, retryAfterMs: 90_000 })).toEqual({ ...again, afterMs: 90_000 });
  });

  it('a deferred call spends no attempt', () => {
    const deferred = { kind: 'postponed' as const, afterMs: 20_000, attemptsMade: 1, maybeActed: true };
    expect(decide({ ...deferred, reason: 'long_wait' })).toEqual({
      kind: 'released',
      afterMs: 20_000,
      attemptsMade: 1,
    });
  });

  it('a 401 begins a hold: the row is due as soon as that ends', () => {
    const end = decide({
      kind: 'unauthorized',
      status: 401,
      code: 'unauthorized',
      message: null,
      attempts: 1,
      maybeActed: false,
    });
    expect(end).toEqual({ kind: 'released', afterMs: 0, attemptsMade: 0 });
  });

  it('a held store or a capability that is off is no failure of the row', () => {
    expect(decide({ kind: 'held', afterMs: 30_000 })).toEqual({
      kind: 'released',
      afterMs: 0,
      attemptsMade: 1,
    });
    expect(decide({ kind: 'capability_off', capability: 'inventory' }).kind).toBe('released');
  });
});
