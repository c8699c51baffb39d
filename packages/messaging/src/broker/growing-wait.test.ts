import { describe, expect, it } from '@jest/globals';
import { growingWait } from './growing-wait';

const wait = (tries: number, random: number) =>
  growingWait(tries, { firstMs: 1_000, longestMs: 30_000, random: () => random });

describe('waits grow, with jitter', () => {
  it('doubles up to the longest', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 500].map((tries) => wait(tries, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('randomises the second half of it', () => {
    expect(wait(3, 0)).toBe(2_000);
    expect(wait(3, 0.5)).toBe(3_000);
  });
});
