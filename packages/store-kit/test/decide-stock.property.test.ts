import { describe, expect, it } from '@jest/globals';
import { Instant } from '@hub/contract';
import fc from 'fast-check';
import { decideStock } from '../src/events/decide-stock';
import type { StockRecord } from '../src/records';

/** The times that reports of one place carry, by the clock at each. */
function timesOf(clock: readonly number[]): string[] {
  let latest: StockRecord | null = null;
  return clock.map((nowMs, quantity) => {
    const decision = decideStock(latest, { quantity }, nowMs);
    if (decision.kind !== 'report') throw new Error('a change of now is no older one');
    latest = { ...decision.record, eventId: null, isParked: false };
    return decision.changedAt;
  });
}

describe('the change time of a stock report', () => {
  it('is strictly later than the one before for the same variant and location, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000_000_000_000 }), { minLength: 2 }), (clock) => {
        const times = timesOf(clock).map((time) => Instant.parse(time));
        expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? time))).toBe(true);
      }),
    );
  });

  it('is the clock of the shop, to the nanosecond', () => {
    const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0, 7);
    expect(timesOf([nowMs, nowMs])).toEqual([
      '2026-11-21T09:00:00.007000000Z',
      '2026-11-21T09:00:00.007000001Z',
    ]);
  });
});
