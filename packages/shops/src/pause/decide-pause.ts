import { LIMITS } from '@hub/contract';

const DAY_MS = 86_400_000;

export type PauseFault = 'past' | 'too_far';

/** @returns null if a pause may end then (D38) */
export function decidePause(until: Date, now: Date): PauseFault | null {
  const aheadMs = until.getTime() - now.getTime();
  if (aheadMs <= 0) return 'past';
  return aheadMs > LIMITS.longestPauseDays * DAY_MS ? 'too_far' : null;
}

export const PAUSE_FAULTS: Readonly<Record<PauseFault, string>> = {
  past: 'the end of a pause must be in the future',
  too_far: `a pause ends at most ${LIMITS.longestPauseDays} days ahead`,
};
