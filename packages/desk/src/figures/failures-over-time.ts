import { rows, type Database } from '@hub/database';
import { z } from 'zod';
import { stepOf, type TimeRange } from './time-range';

const FailuresRow = z.object({ origin: z.string(), reason: z.string(), at: z.date(), count: z.int() });

/** Messages that failed of one cause, by the step in which each last failed. */
export interface FailuresOfCause {
  origin: string;
  reason: string;
  total: number;
  /** By step of the range. */
  counts: number[];
}

/** Failed messages by cause over time, the most frequent cause first. Read from an index alone. */
export async function failuresOverTime(db: Database, range: TimeRange): Promise<FailuresOfCause[]> {
  const found = await rows(
    FailuresRow,
    db.$queryRaw`
    SELECT origin, reason, date_trunc(${range.step}, last_failed_at, 'UTC') AS at, count(*)::int AS count
    FROM dead_letter WHERE last_failed_at >= ${new Date(range.since)} GROUP BY 1, 2, 3`,
  );
  const causes = new Map<string, FailuresOfCause>();
  for (const { origin, reason, at, count } of found) {
    const key = `${origin} ${reason}`;
    const cause = causes.get(key) ?? { origin, reason, total: 0, counts: range.steps.map(() => 0) };
    const step = stepOf(range, at.getTime());
    if (step < cause.counts.length) {
      cause.counts[step] = (cause.counts[step] ?? 0) + count;
      cause.total += count;
    }
    causes.set(key, cause);
  }
  return [...causes.values()].toSorted((a, b) => b.total - a.total || (a.origin < b.origin ? -1 : 1));
}
