const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const FAILED_STARTS = 3;
/** A life shorter than this counts as a failed one. */
const SHORT_LIFE_MS = 30_000;

/** What is known about a service that has ended unexpectedly. */
export interface EndFacts {
  /** Whether it was ever ready since it was first started. */
  everReady: boolean;
  /** Short lives in a row before this one. */
  shortLives: number;
  lifeMs: number;
}

export type AfterEnd = { kind: 'restart'; afterMs: number; shortLives: number } | { kind: 'give_up' };

/**
 * A service that ends is restarted, at first after a second, then after ever longer pauses. One that was never ready
 * and fails at once three times has nothing to wait for: its configuration must be fixed.
 */
export function decideAfterEnd({ everReady, shortLives, lifeMs }: EndFacts): AfterEnd {
  if (lifeMs >= SHORT_LIFE_MS) return { kind: 'restart', afterMs: FIRST_PAUSE_MS, shortLives: 0 };
  const failed = shortLives + 1;
  if (!everReady && failed >= FAILED_STARTS) return { kind: 'give_up' };
  const afterMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failed - 1));
  return { kind: 'restart', afterMs, shortLives: failed };
}
