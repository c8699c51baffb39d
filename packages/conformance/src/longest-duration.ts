import { timeLimit } from './time-limit';

/** Enough to answer every prompt, with a lunch break. */
export const LONGEST_MINUTES = 240;

/** Ends a rehearsal that takes longer: it keeps its results, and undoes what it made. */
export function longestDuration(minutes: number): AbortSignal {
  return timeLimit(minutes * 60_000, `its longest duration of ${minutes} minutes was over`);
}
