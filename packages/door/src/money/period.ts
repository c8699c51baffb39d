const NS_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;
/** A quarter: more needs several requests. */
const LONGEST_DAYS = 92;
/** Years entirely within the range of the database: nanoseconds since the epoch, in 64 bits. */
const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '2261-12-31'];

/** Instants from the beginning of one day to the end of another, in UTC (ns since the epoch). */
export interface Period {
  from: bigint;
  before: bigint;
  days: { from: string; to: string };
}

/**
 * A period of whole days; by default the month of `now` so far. Null: it ends before it begins, is longer than a
 * quarter, or is in a year outside the range of the database.
 */
export function periodOf(
  days: { from?: string | undefined; to?: string | undefined },
  now: number,
): Period | null {
  const today = new Date(now).toISOString().slice(0, 10);
  const { from = `${today.slice(0, 7)}-01`, to = today } = days;
  const [start, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  if (from < FIRST_DAY || to > LAST_DAY) return null;
  if (Number.isNaN(start) || Number.isNaN(last)) return null;
  if (last < start || last - start >= LONGEST_DAYS * DAY_MS) return null;
  return { from: BigInt(start) * NS_PER_MS, before: BigInt(last + DAY_MS) * NS_PER_MS, days: { from, to } };
}
