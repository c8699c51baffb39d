import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DURATION_BOUNDS, durationWithin } from './call-durations';

const counts = fc.array(fc.nat({ max: 1_000_000 }), {
  minLength: DURATION_BOUNDS.length + 1,
  maxLength: DURATION_BOUNDS.length + 1,
});
const only = (index: number, count: number) =>
  Array.from({ length: DURATION_BOUNDS.length + 1 }, (_, n) => (n === index ? count : 0));

describe('within how long calls ended, from their counts by class', () => {
  it('is null for no calls', () => {
    expect(durationWithin([], 0.95)).toBeNull();
    expect(durationWithin(only(0, 0), 0.95)).toBeNull();
  });

  it('lies in the class of the call that is asked for', () => {
    expect(durationWithin(only(3, 100), 0.5)).toBe(75);
    expect(durationWithin(only(0, 1), 1)).toBe(10);
    expect(durationWithin([90, 0, 10], 0.9)).toBe(10);
    expect(durationWithin([90, 0, 10], 0.95)).toBe(35);
  });

  it('of calls beyond the last class is its bound, whatever they took', () => {
    expect(durationWithin(only(DURATION_BOUNDS.length, 5), 0.95)).toBe(120_000);
  });

  it('never decreases for a larger share', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (by, share) => {
        const [less, more] = [durationWithin(by, share * 0.9), durationWithin(by, share)];
        expect(less ?? 0).toBeLessThanOrEqual(more ?? 0);
      }),
    );
  });
});
