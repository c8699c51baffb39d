import { describe, expect, it } from '@jest/globals';
import { readRetryAfter, waitAfterAttempt } from './retry-wait';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('Retry-After (D23)', () => {
  it.each<[header: string | undefined, ms: number | null, what: string]>([
    ['7', 7_000, 'seconds'],
    ['0', 0, 'none at all'],
    ['1.5', 1_500, 'a part of a second'],
    ['1.25', 1_250, 'hundredths of a second'],
    [' 7 ', 7_000, 'seconds between blanks'],
    ['7 s', null, 'a number with a unit'],
    ['in 7', null, 'a number after a word'],
    ['121', 120_000, 'over the cap'],
    ['Sat, 21 Nov 2026 12:00:09 GMT', 9_000, 'a date'],
    ['Sat, 21 Nov 2026 13:00:00 GMT', 120_000, 'a date over the cap'],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0, 'a date gone by'],
    ['Saturday 21 Nov 2026 12:00:09 GMT', 9_000, 'a date without a comma'],
    ['on Sat, 21 Nov 2026 12:00:09 GMT', null, 'a date after a word'],
    ['soon', null, 'no time'],
    ['-5', null, 'a negative number'],
    ['', null, 'nothing'],
    [undefined, null, 'no header'],
  ])('reads %p as %p ms (%s)', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });
});

describe('the wait between attempts (contract, "Limits")', () => {
  it.each([
    [1, 0, 0],
    [1, 0.5, 500],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [3, 0.25, 1_000],
  ])(
    'after attempt %i, with chance %d, is %i ms: exponential from one second, full jitter',
    (attempt, chance, ms) => {
      expect(waitAfterAttempt({ attempt, baseMs: 1_000, retryAfterMs: null, random: () => chance })).toBe(ms);
    },
  );

  it('is never shorter than the store asked for', () => {
    const options = { attempt: 1, baseMs: 1_000, random: () => 1 };
    expect(waitAfterAttempt({ ...options, retryAfterMs: 3_000 })).toBe(3_000);
    expect(waitAfterAttempt({ ...options, retryAfterMs: 200 })).toBe(1_000);
  });
});
