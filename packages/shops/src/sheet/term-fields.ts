import { durationMs, LIMITS, VariantId } from '@hub/contract';
import { z } from 'zod';
import { canonicalDecimal, listOf, orElse, textOr } from './sheet-fields';

const ZONE = 'must be an IANA time zone, such as Europe/Stockholm';
/** Node accepts offsets such as `+01:00` too, which know no daylight saving. */
export const TimeZone = z
  .string({ error: ZONE })
  .refine((zone) => /^[a-z][a-z0-9_+/-]*$/i.test(zone) && isKnownZone(zone), ZONE);

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A longer time is a mistake, and a computation over many days. */
const LONGEST_MS = 365 * 86_400_000;
const DURATION = 'must be a number with s, m, h or d, from 1s to 365d, such as 72h';
export const ShipWithin = z
  .string({ error: DURATION })
  .refine((text) => {
    const ms = durationMs(text);
    return ms !== null && ms >= 1_000 && ms <= LONGEST_MS;
  }, DURATION)
  .transform((text) => canonicalDecimal(text.slice(0, -1)) + text.slice(-1));

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const DAY = 'must be mon, tue, wed, thu, fri, sat or sun, or a date such as 2026-12-24';
const Day = z.string({ error: DAY }).refine((day) => WEEKDAYS.includes(day) || isDate(day), DAY);
export const ClosedDays = listOf(Day).refine(
  (days) => WEEKDAYS.some((day) => !days.includes(day)),
  'must leave one day of the week open',
);

function isDate(text: string): boolean {
  const [year = NaN, month = NaN, day = NaN] = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? text.split('-').map(Number)
    : [];
  const date = new Date(Date.UTC(year, month - 1, day));
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function wholeNumber(least: number) {
  const text = `must be a whole number from ${least} to ${LIMITS.maxQuantity}`;
  return z
    .string({ error: text })
    .regex(/^\d{1,10}$/, text)
    .transform(Number)
    .refine((number) => number >= least && number <= LIMITS.maxQuantity, text);
}

const Pieces = wholeNumber(0);
/** One number, or one with others for single variants (D16). */
export const StockBuffer = textOr(
  Pieces.transform((pieces) => ({ default: pieces, variants: {} })),
  z.strictObject({ default: orElse('0', Pieces), variants: orElse({}, z.record(VariantId, Pieces)) }),
);

export const OrdersPerDay = wholeNumber(1);
