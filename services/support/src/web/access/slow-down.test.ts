import { describe, expect, it } from '@jest/globals';
import { waitBeforeTry } from './slow-down';

describe('while many attempts to sign in are refused', () => {
  it.each([
    [0, 0],
    [60, 0],
    [61, 100],
    [80, 2_000],
    [100_000, 3_000],
  ])('after %i of them each further one waits %i ms, for every address', (refused, ms) => {
    expect(waitBeforeTry(refused)).toBe(ms);
  });
});
