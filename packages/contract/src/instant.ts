import { z } from 'zod';
import { LIMITS } from './limits';

const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;
const FAULT = 'must be an ISO 8601 time in UTC';
const NS_PER_MS = 1_000_000n;
/** What PostgreSQL's int8 holds: 1677-09-21 to 2262-04-11. */
const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;

/**
 * A time on the wire (ISO 8601, `Z` or `+00:00`, up to nine fractional digits, D7) as exact nanoseconds since the
 * epoch, within int8. A later time than int8 holds is read as the last instant, as it is in the future whatever the
 * clock says and must be refused as such; an earlier one is refused.
 */
export const Instant = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const nanoseconds = parseInstant(text);
    if (nanoseconds === null) {
      context.addIssue({ code: 'custom', message: FAULT });
      return z.NEVER;
    }
    return nanoseconds;
  })
  .brand<'Instant'>();
export type Instant = z.output<typeof Instant>;

/** The same time as text: in the requests the service sends. */
export const InstantText = z
  .string()
  .refine((text) => parseInstant(text) !== null, FAULT)
  .meta({ format: 'date-time' });

/** Writes `…T10:00:00.000Z`, with six or nine fractional digits if the instant needs them. */
export function instantToIso(instant: Instant): string {
  const belowMs = ((instant % NS_PER_MS) + NS_PER_MS) % NS_PER_MS;
  const ms = Number((instant - belowMs) / NS_PER_MS);
  const finer = belowMs === 0n ? '' : String(belowMs).padStart(6, '0').replace(/000$/, '');
  return new Date(ms).toISOString().replace('Z', `${finer}Z`);
}

/** The instant of a clock's milliseconds since the epoch; a fraction of a millisecond is dropped. */
export function instantFromMs(ms: number): Instant {
  return (BigInt(Math.floor(ms)) * NS_PER_MS) as Instant;
}

/** Whether an instant lies more than the tolerance of 5 s (D3) after `nowMs`. */
export function isFuture(instant: Instant, nowMs: number): boolean {
  return instant > instantFromMs(nowMs + LIMITS.futureToleranceMs);
}

function parseInstant(text: string): bigint | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC carries 30 February over into March, and reads the year 50 as 1950: a real time comes back unchanged.
  const isReal =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  if (!isReal) return null;
  const nanoseconds = BigInt(date.getTime()) * NS_PER_MS + BigInt((parts[7] ?? '').padEnd(9, '0'));
  if (nanoseconds < INT8_MIN) return null;
  return nanoseconds > INT8_MAX ? INT8_MAX : nanoseconds;
}
