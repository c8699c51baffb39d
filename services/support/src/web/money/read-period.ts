import { periodOf } from '@hub/door';
import type { Period } from '@hub/support-desk';
import { z } from 'zod';
import { PageError } from '../layout/page-error';

const Month = z
  .string()
  .regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/)
  .transform((text) => text || undefined)
  .optional();
const GivenDays = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

/** Whole UTC days, and their instants. */
type Days = Period & { days: { from: string; to: string } };

/** A requested month; by default the one of `now`, up to now. Throws `PageError`. */
export function readMonth(query: { month?: unknown }, now: number): { month: string; period: Days } {
  const read = Month.safeParse(query.month);
  const month = read.data ?? monthOf(now);
  const period = read.success ? periodOf({ from: `${month}-01`, to: lastDayOf(month) }, now) : null;
  if (!period) throw new PageError(400, 'A month is asked for as 2026-11.');
  return { month, period };
}

/** Requested days; by default those of this month so far. Throws `PageError`. */
export function readDays(query: unknown, now: number): Days {
  const days = GivenDays.safeParse(query ?? {});
  const period = days.success ? periodOf(days.data, now) : null;
  if (!period)
    throw new PageError(
      400,
      'A period is asked for by its first and last day, such as 2026-11-01, and is at most a quarter.',
    );
  return period;
}

/** @param by how many months later, or earlier if negative */
export function shiftMonth(month: string, by: number): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() + by);
  return monthOf(start.getTime());
}

/** Such as `2026-11-30`. */
export function lastDayOf(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}
