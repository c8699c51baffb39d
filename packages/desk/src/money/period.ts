import { ListFault } from '../engine/filters';
import type { Period } from './settled-lines';

const NS_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;
/** A quarter: more needs several requests. */
const LONGEST_DAYS = 92;
/** Years entirely within the range of the database: nanoseconds since the epoch, in 64 bits. */
const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '2261-12-31'];

/** Whole UTC days, and their instants. */
export interface Days extends Period {
  days: { from: string; to: string };
}

/**
 * A period of whole days; by default the month of `now` so far. Null: it ends before it begins, is longer than a
 * quarter, or is in a year outside the range of the database.
 */
export function periodOf(
  days: { from?: string | undefined; to?: string | undefined },
  now: number,
): Days | null {
  const today = new Date(now).toISOString().slice(0, 10);
  const { from = `${today.slice(0, 7)}-01`, to = today } = days;
  const [start, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  if (from < FIRST_DAY || to > LAST_DAY) return null;
  if (Number.isNaN(start) || Number.isNaN(last)) return null;
  if (last < start || last - start >= LONGEST_DAYS * DAY_MS) return null;
  return { from: BigInt(start) * NS_PER_MS, before: BigInt(last + DAY_MS) * NS_PER_MS, days: { from, to } };
}

/** A whole month, such as `2026-11`. Throws `ListFault` for one outside the range of the database. */
export function periodOfMonth(month: string): Days {
  const period = periodOf({ from: `${month}-01`, to: lastDayOf(month) }, 0);
  if (period === null)
    throw new ListFault('invalid', 'No money is owed for such a month.', { field: 'month' });
  return period;
}

/**
 * The period of a list: a day that is missing is the first or the last of the other one's month; without both it is the month
 * of `now`. Throws `ListFault`.
 */
export function periodAsked(
  { from, to }: { from: string | undefined; to: string | undefined },
  now: number,
): Days {
  const month = (from ?? to ?? new Date(now).toISOString()).slice(0, 7);
  const period = periodOf({ from: from ?? `${month}-01`, to: to ?? lastDayOf(month) }, now);
  if (period === null)
    throw new ListFault('invalid', 'A period is at most a quarter, and ends after it begins.', {
      field: 'to',
    });
  return period;
}

/** By how many months later, or earlier if negative. */
export function shiftMonth(month: string, by: number): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() + by);
  return start.toISOString().slice(0, 7);
}

/** Such as `2026-11-30`. */
function lastDayOf(month: string): string {
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return last.toISOString().slice(0, 10);
}

/** Such as `from 2026-11-01 to 2026-11-30 (UTC)`. */
export function periodText({ from, to }: Days['days']): string {
  return `from ${from} to ${to} (UTC)`;
}
