import { periodOf, type Days } from '@hub/desk/money';
import { z } from 'zod';
import { PageError } from '../layout/page-error';

const GivenDays = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

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
