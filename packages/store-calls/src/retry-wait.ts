import { LIMITS } from '@hub/contract';

/**
 * The wait of a `Retry-After` header, in milliseconds from `now`: seconds or an HTTP date, at most 120 s (D23); `null`
 * if there is none or it cannot be parsed.
 */
export function readRetryAfter(header: unknown, now: number): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  const asked = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : untilDate(text, now);
  return asked === null ? null : Math.min(Math.max(0, asked), LIMITS.retryAfterCapMs);
}

/** Only what starts like an HTTP date (`Sat, 21 Nov …`): `Date.parse` makes dates of much else. */
function untilDate(text: string, now: number): number | null {
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - now;
}

/**
 * How long to wait before the next attempt: exponential from `baseMs` with full jitter (the contract's "Limits"), and never less
 * than the store asked for. `attempt` is the number of the attempt that has just failed, from 1; `random` gives 0 to 1.
 */
export function waitAfterAttempt(options: {
  attempt: number;
  baseMs: number;
  retryAfterMs: number | null;
  random: () => number;
}): number {
  const { attempt, baseMs, retryAfterMs, random } = options;
  const backoff = Math.round(random() * baseMs * 2 ** (attempt - 1));
  return Math.max(backoff, retryAfterMs ?? 0);
}
