import { describe, expect, it } from '@jest/globals';
import { Instant } from '@hub/contract';
import fc from 'fast-check';
import { listedCatalogue } from '../catalogue/catalogue';
import { StoreStock } from './stock';

describe('the change time of a stock report', () => {
  it('is strictly later than the one before for the same variant and location, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000_000_000_000 }), { minLength: 2 }), (clock) => {
        const stock = new StoreStock(() => listedCatalogue([]));
        const times = clock.map((nowMs, quantity) => {
          const report = stock.set({ variantId: 'v', locationId: '1', quantity, nowMs });
          return Instant.parse(report.changed_at);
        });
        expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? time))).toBe(true);
      }),
    );
  });

  it('is the clock of the store, to the nanosecond, for each place by itself', () => {
    const stock = new StoreStock(() => listedCatalogue([]));
    const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0, 7);
    const report = (locationId: string) =>
      stock.set({ variantId: 'v', locationId, quantity: 1, nowMs }).changed_at;
    expect([report('1'), report('1'), report('2')]).toEqual([
      '2026-11-21T09:00:00.007000000Z',
      '2026-11-21T09:00:00.007000001Z',
      '2026-11-21T09:00:00.007000000Z',
    ]);
  });
});
