/** One look at the database's clock, in ms since the epoch. */
export interface ClockSample {
  /** This process's clock just before the question. */
  askedAt: number;
  /** The database's clock. */
  databaseAt: number;
  /** This process's clock just after the answer. */
  answeredAt: number;
}

/** What a process knows of its clock, in ms; positive: it is ahead of the database's. */
export interface ClockDifference {
  /** The best guess. */
  ms: number;
  /** The smallest difference that explains the sample: a slow answer proves nothing. */
  atLeastMs: number;
}

/**
 * The difference after a sample. The database's clock was read somewhere between question and answer: the known
 * difference is kept if it explains that, so that two right clocks differ by exactly 0.
 */
export function differenceAfter(known: number, sample: ClockSample): ClockDifference {
  const least = sample.askedAt - sample.databaseAt;
  const most = sample.answeredAt - sample.databaseAt;
  return { ms: clamp(known, least, most), atLeastMs: clamp(0, least, most) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

/** Beyond this difference a process does no work (Clocks). */
const OUT_OF_SERVICE_FROM_MS = 60_000;

/** Whether a process with this difference does no work. */
export function isFarOff({ atLeastMs }: ClockDifference): boolean {
  return Math.abs(atLeastMs) > OUT_OF_SERVICE_FROM_MS;
}
