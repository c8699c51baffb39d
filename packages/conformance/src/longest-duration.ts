import { timeLimit } from './time-limit';

/** Every prompt answered in good time, with a pause at noon. */
export const LONGEST_MINUTES = 240;

/** Ends a rehearsal that takes longer: it keeps what it has, and takes back what it made. */
export function longestDuration(minutes: number): AbortSignal {
  return timeLimit(minutes * 60_000, `its longest duration of ${minutes} minutes was over`);
}
