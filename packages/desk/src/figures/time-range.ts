const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const RANGES = ['24h', '7d', '30d'] as const;
/** How far back a page looks. */
export type Range = (typeof RANGES)[number];

/** A period in steps of an hour or a day (UTC), including the current one. */
export interface TimeRange {
  range: Range;
  step: 'hour' | 'day';
  /** Start of each step, the oldest first (ms since the epoch). */
  steps: readonly number[];
  /** Start of the first. */
  since: number;
  now: number;
}

const DAYS: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30 };

/** The last 24 hours and 7 days by the hour, 30 days by the day; days are whole ones of UTC, today included. */
export function timeRange(range: Range, now: number): TimeRange {
  const since = range === '24h' ? hourOf(now) - 23 * HOUR_MS : dayOf(now) - (DAYS[range] - 1) * DAY_MS;
  const step = range === '30d' ? 'day' : 'hour';
  const stepMs = step === 'day' ? DAY_MS : HOUR_MS;
  const count = Math.floor((now - since) / stepMs) + 1;
  return { range, step, since, now, steps: Array.from({ length: count }, (_, n) => since + n * stepMs) };
}

/** Start of its hour. */
export function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS);
}

/** Start of its day in UTC. */
export function dayOf(ms: number): number {
  return ms - (ms % DAY_MS);
}

/** In which of the steps a moment is; -1: before them. */
export function stepOf({ step, since }: TimeRange, ms: number): number {
  return Math.floor((ms - since) / (step === 'day' ? DAY_MS : HOUR_MS));
}
