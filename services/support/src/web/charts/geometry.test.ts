import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { barsPath, ceilingOf, linePath, PLOT, stack, yOf } from './geometry';

const amounts = fc.array(fc.double({ min: 0, max: 1e15, noNaN: true }), { maxLength: 60 });
/** Every number of a path. */
const numbers = (path: string) => (path.match(/-?[\d.]+(e[+-]?\d+)?/g) ?? []).map(Number);

describe('the axis of a chart', () => {
  it.each([
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [1, 1],
    [1.2, 1.5],
    [20, 20],
    [21, 30],
    [501, 600],
    [9.1e15, 1e16],
  ])('of values up to %d ends at %d', (most, ceiling) => {
    expect(ceilingOf(most)).toBe(ceiling);
  });

  it('leaves no value outside, and at most a third empty', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.001, max: 1e300, noNaN: true }), (most) => {
        const ceiling = ceilingOf(most);
        expect(ceiling).toBeGreaterThanOrEqual(most);
        expect(ceiling).toBeLessThanOrEqual(most * 1.501);
      }),
    );
  });

  it('draws nothing outside its frame', () => {
    expect([yOf(-1, 10), yOf(0, 10), yOf(5, 10), yOf(10, 10), yOf(99, 10)]).toEqual([200, 200, 100, 0, 0]);
  });
});

describe('a line', () => {
  it('of nothing is empty', () => {
    expect([linePath([], 1), linePath([null, null], 1)]).toEqual(['', '']);
  });

  it('runs from middle to middle of the steps, and is broken at a missing value', () => {
    expect(linePath([0, 10, null, 5, 0], 10)).toBe('M100 200L300 0M700 100L900 200');
  });

  it('of one value is a point', () => {
    expect(linePath([10], 10)).toBe('M500 0h0');
    expect(linePath([null, 10, null], 10)).toBe('M500 0h0');
  });

  it('stays in its frame, whatever the values', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const path = linePath(values, ceilingOf(Math.max(0, ...values)));
        for (const number of numbers(path)) expect(number >= 0 && number <= PLOT.width).toBe(true);
      }),
    );
  });
});

describe('bars', () => {
  it('stand on the values below them; an empty series has none', () => {
    const [below, above] = [
      [1, 0],
      [1, 2],
    ];
    const [first = [], second = [], sums] = stack([below, above]);
    expect(sums).toEqual([2, 2]);
    expect(barsPath(below, first, { ceiling: 2, gap: 0 })).toBe('M0 200V100h500V200z');
    expect(barsPath(above, second, { ceiling: 2, gap: 0.2 })).toBe('M50 100V0h400V100zM550 200V0h400V200z');
    expect([barsPath([], [], { ceiling: 1, gap: 0 }), stack([])]).toEqual(['', [[]]]);
  });

  it('are together as high as their sum', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 30 }), (pairs) => {
        const series = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
        expect(stack(series).at(-1)).toEqual(pairs.map(([one, other]) => one + other));
      }),
    );
  });
});
