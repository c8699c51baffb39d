import { InventoryUpdated, LIMITS } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { decideStockEvent, type KnownStock } from './decide-stock-event';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const known = (overrides: Partial<KnownStock> = {}): KnownStock => ({
  variant: { state: 'active', onHand: 10 },
  place: 'own',
  quantity: 10,
  counts: true,
  countsFromNs: 0n,
  latest: { changedAt: instantOf('2026-11-21T09:00:00Z'), quantity: 10 },
  ...overrides,
});
const event = (overrides: { quantity?: number; changed_at?: string } = {}) =>
  InventoryUpdated.parse({
    variant_id: 'V-1',
    location_id: '1001',
    quantity: 7,
    changed_at: '2026-11-21T09:30:00Z',
    ...overrides,
  });
const decide = (stock: KnownStock, of = event()) => decideStockEvent(stock, of, NOW);
const refusedWith = (code: string, status: number, field: string) =>
  expect.objectContaining({
    kind: 'refused',
    refusal: expect.objectContaining({ code, status, field }),
  });

function instantOf(changed_at: string): bigint {
  return event({ changed_at }).changed_at;
}

describe('D10: an inventory.updated', () => {
  it('of a later changed_at is accepted, whichever way the stock goes', () => {
    expect(decide(known())).toMatchObject({ kind: 'accepted', delta: -3 });
    expect(decide(known(), event({ quantity: 12 }))).toMatchObject({ kind: 'accepted', delta: 2 });
    expect(decide(known(), event({ quantity: 10 }))).toMatchObject({ kind: 'accepted', delta: 0 });
  });

  it('later by a nanosecond is later', () => {
    const latest = { changedAt: instantOf('2026-11-21T09:30:00.123456788Z'), quantity: 10 };
    const later = event({ changed_at: '2026-11-21T09:30:00.123456789Z' });
    expect(decide(known({ latest }), later).kind).toBe('accepted');
  });

  it('that is the first of its location is accepted, however old', () => {
    const stock = known({ latest: null, quantity: 0 });
    expect(decide(stock, event({ changed_at: '1999-01-01T00:00:00Z' }))).toMatchObject({
      kind: 'accepted',
      delta: 7,
    });
  });

  it('of an equal changed_at and an equal quantity is a duplicate', () => {
    const again = event({ quantity: 10, changed_at: '2026-11-21T09:00:00Z' });
    expect(decide(known(), again)).toEqual({ kind: 'duplicate' });
  });

  it('of an equal changed_at is compared with that event, not with what a catalogue run set since (D14)', () => {
    const again = event({ quantity: 10, changed_at: '2026-11-21T09:00:00Z' });
    expect(decide(known({ quantity: 4 }), again)).toEqual({ kind: 'duplicate' });
  });

  it('D8: of an equal changed_at and another quantity is a 409 timestamp_conflict', () => {
    const conflict = event({ quantity: 9, changed_at: '2026-11-21T09:00:00Z' });
    expect(decide(known(), conflict)).toEqual(refusedWith('timestamp_conflict', 409, 'data.changed_at'));
  });

  it('of an older changed_at is stale', () => {
    expect(decide(known(), event({ changed_at: '2026-11-21T08:59:59.999999999Z' }))).toEqual({
      kind: 'stale',
    });
  });

  it("that would take the shop's total above 2 147 483 647 is a 422 aggregate_out_of_range", () => {
    const almostFull = known({ variant: { state: 'active', onHand: LIMITS.maxQuantity - 1 }, quantity: 10 });
    expect(decide(almostFull, event({ quantity: 12 }))).toEqual(
      refusedWith('aggregate_out_of_range', 422, 'data.quantity'),
    );
    expect(decide(almostFull, event({ quantity: 11 }))).toMatchObject({ kind: 'accepted', delta: 1 });
  });

  it('that decreases it is accepted, though the total was beyond it before', () => {
    const beyond = known({ variant: { state: 'active', onHand: LIMITS.maxQuantity + 50 }, quantity: 10 });
    expect(decide(beyond, event({ quantity: 9 }))).toMatchObject({ kind: 'accepted', delta: -1 });
  });

  it('below 0 counts as 0: its decrease is what was there', () => {
    expect(decide(known(), event({ quantity: -3 }))).toMatchObject({ kind: 'accepted', delta: -10 });
    expect(decide(known({ quantity: -3 }), event({ quantity: -5 }))).toMatchObject({
      kind: 'accepted',
      delta: 0,
    });
    expect(decide(known({ quantity: -3 }), event({ quantity: 4 }))).toMatchObject({
      kind: 'accepted',
      delta: 4,
    });
    const latest = { changedAt: instantOf('2026-11-21T09:30:00Z'), quantity: -3 };
    expect(decide(known({ latest }), event({ quantity: -3 }))).toEqual({ kind: 'duplicate' });
    expect(decide(known({ latest }), event({ quantity: -4 }))).toEqual(
      refusedWith('timestamp_conflict', 409, 'data.changed_at'),
    );
  });

  it.each([2_147_483_648, -2_147_483_649])('of %d pieces is a 422 aggregate_out_of_range', (quantity) => {
    const outOfRange = refusedWith('aggregate_out_of_range', 422, 'data.quantity');
    expect(decide(known(), event({ quantity }))).toEqual(outOfRange);
    expect(decide(known({ place: 'network' }), event({ quantity }))).toEqual({ kind: 'echo' });
  });

  it.each([2_147_483_647, -2_147_483_648])('of %d pieces is in range', (quantity) => {
    const empty = known({ variant: { state: 'active', onHand: 0 }, quantity: 0 });
    expect(decide(empty, event({ quantity }))).toMatchObject({ kind: 'accepted' });
  });

  it('above the range is out of it, although the total would fit', () => {
    const negative = known({ variant: { state: 'active', onHand: -10 }, quantity: 0 });
    expect(decide(negative, event({ quantity: 2_147_483_648 }))).toEqual(
      refusedWith('aggregate_out_of_range', 422, 'data.quantity'),
    );
  });

  it('that changes nothing is accepted, though the total was beyond the range before', () => {
    const beyond = known({ variant: { state: 'active', onHand: LIMITS.maxQuantity + 50 }, quantity: 10 });
    expect(decide(beyond, event({ quantity: 10 }))).toMatchObject({ kind: 'accepted', delta: 0 });
  });

  it('D16: counts at the very moment from which reports count again', () => {
    const since = known({ counts: false, countsFromNs: instantOf('2026-11-21T09:30:00Z') });
    expect(decide(since)).toMatchObject({ counts: true });
  });

  it('D16: counts from 0 if it is newer than an interruption, and not at all if it is older or none counts', () => {
    const old = known({ counts: false, countsFromNs: instantOf('2026-11-21T09:20:00Z') });
    expect(decide(old)).toEqual({ kind: 'accepted', delta: 7, counts: true });
    const before = event({ changed_at: '2026-11-21T09:19:59.999999999Z' });
    expect(decide(old, before)).toEqual({ kind: 'accepted', delta: 0, counts: false });
    expect(decide({ ...old, countsFromNs: null })).toEqual({ kind: 'accepted', delta: 0, counts: false });
  });

  it('that is stale or a duplicate is no range fault', () => {
    const full = known({ variant: { state: 'active', onHand: LIMITS.maxQuantity } });
    const old = event({ quantity: 2_000, changed_at: '2026-11-21T08:00:00Z' });
    expect(decide(full, old)).toEqual({ kind: 'stale' });
  });
});

describe('an inventory.updated of what is not known', () => {
  it('contract: of an unknown variant is a 404 unknown_variant', () => {
    const unknown = refusedWith('unknown_variant', 404, 'data.variant_id');
    expect(decide(known({ variant: null, place: 'unknown' }))).toEqual(unknown);
    expect(decide(known({ variant: null, place: 'network' }))).toEqual(unknown);
  });

  it('D14: of a retired variant is a 404 unknown_variant', () => {
    const retired = known({ variant: { state: 'retired', onHand: 10 } });
    expect(decide(retired)).toEqual(refusedWith('unknown_variant', 404, 'data.variant_id'));
  });

  it('contract: of an unknown location is a 422 unknown_location', () => {
    expect(decide(known({ place: 'unknown' }))).toEqual(
      refusedWith('unknown_location', 422, 'data.location_id'),
    );
  });

  it('names the variant first, then the location, then the time', () => {
    const future = event({ changed_at: '2026-11-22T00:00:00Z' });
    expect(decide(known({ variant: null, place: 'unknown' }), future)).toEqual(
      refusedWith('unknown_variant', 404, 'data.variant_id'),
    );
    expect(decide(known({ place: 'unknown' }), future)).toEqual(
      refusedWith('unknown_location', 422, 'data.location_id'),
    );
  });
});

describe('D9: a changed_at in the future', () => {
  it('of more than 5 s is a 422 future_timestamp with its own field', () => {
    const late = event({ changed_at: '2026-11-21T10:00:05.000000001Z' });
    const future = refusedWith('future_timestamp', 422, 'data.changed_at');
    expect(decide(known(), late)).toEqual(future);
    expect(decide(known({ place: 'network' }), late)).toEqual(future);
  });

  it('of 5 s is within the tolerance', () => {
    expect(decide(known(), event({ changed_at: '2026-11-21T10:00:05Z' })).kind).toBe('accepted');
  });
});

describe('D10: on the HUB_Network location', () => {
  it('every report is an echo, whatever its time and quantity', () => {
    const network = known({ place: 'network' });
    const changes = ['2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T09:30:00Z'];
    for (const changed_at of changes)
      expect(decide(network, event({ changed_at, quantity: LIMITS.maxQuantity }))).toEqual({ kind: 'echo' });
  });

  it('an echo of the last 0 written to a retired variant is recognised', () => {
    const retired = known({ variant: { state: 'retired', onHand: 0 }, place: 'network' });
    expect(decide(retired, event({ quantity: 0 }))).toEqual({ kind: 'echo' });
  });
});
