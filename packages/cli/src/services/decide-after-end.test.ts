import { describe, expect, it } from '@jest/globals';
import { decideAfterEnd, type AfterEnd } from './decide-after-end';

const SECOND = 1_000;

/** The pauses before the restarts of a service that ends again and again after `lifeMs`. */
function pauses(facts: { everReady: boolean; lifeMs: number; ends: number }): (number | 'give_up')[] {
  let shortLives = 0;
  return Array.from({ length: facts.ends }, () => {
    const next: AfterEnd = decideAfterEnd({ ...facts, shortLives });
    if (next.kind === 'give_up') return next.kind;
    shortLives = next.shortLives;
    return next.afterMs;
  });
}

describe('a service that ended without being asked to', () => {
  it('is given up after three failed starts when it was never ready', () => {
    expect(pauses({ everReady: false, lifeMs: 200, ends: 3 })).toEqual([1 * SECOND, 2 * SECOND, 'give_up']);
  });

  it('is restarted forever, after ever longer pauses, once it has been ready', () => {
    expect(pauses({ everReady: true, lifeMs: 200, ends: 7 })).toEqual(
      [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND),
    );
  });

  it('starts again with the short pause after it has run for a while', () => {
    expect(decideAfterEnd({ everReady: true, shortLives: 5, lifeMs: 60 * SECOND })).toEqual({
      kind: 'restart',
      afterMs: 1 * SECOND,
      shortLives: 0,
    });
  });

  it('is not given up because of a slow start, such as one that waits for its database', () => {
    expect(pauses({ everReady: false, lifeMs: 60 * SECOND, ends: 5 })).not.toContain('give_up');
  });
});
