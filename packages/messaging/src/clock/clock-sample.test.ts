import { describe, expect, it } from '@jest/globals';
import { differenceAfter } from './clock-sample';

const AT = Date.parse('2026-11-27T12:00:00Z');
/** A question that took `tookMs`; this process is `aheadMs` ahead, and the database was read in the middle. */
const aSample = (aheadMs: number, tookMs: number) => ({
  askedAt: AT + aheadMs - tookMs / 2,
  databaseAt: AT,
  answeredAt: AT + aheadMs + tookMs / 2,
});

describe('Clocks: the difference between a process and the database', () => {
  it.each([
    ['two right clocks', 0, 0, 20, { ms: 0, atLeastMs: 0 }],
    ['a process ahead, as closely as the answer was quick', 0, 30_000, 20, { ms: 29_990, atLeastMs: 29_990 }],
    ['a process behind', 0, -6_000, 20, { ms: -5_990, atLeastMs: -5_990 }],
    ['a slow answer proves nothing', 0, 0, 8_000, { ms: 0, atLeastMs: 0 }],
    ['a known difference is kept by a slow answer', 29_995, 30_000, 8_000, { ms: 29_995, atLeastMs: 26_000 }],
    ['a clock that was set right', 30_000, 0, 20, { ms: 10, atLeastMs: 0 }],
  ])('%s', (_what, known, aheadMs, tookMs, expected) => {
    expect(differenceAfter(known, aSample(aheadMs, tookMs))).toEqual(expected);
  });

  it('a clock that was set back between question and answer is judged by the question', () => {
    const sample = { askedAt: AT + 500, databaseAt: AT, answeredAt: AT - 5_000 };
    expect(differenceAfter(0, sample)).toEqual({ ms: 500, atLeastMs: 500 });
  });
});
