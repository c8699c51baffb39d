import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler } from 'express';

const WINDOW_MS = 15 * 60_000;
/** A whole staff mistypes less often. */
const UNSLOWED = 60;
/** A longer delay would change nothing. */
const KEPT = 1_000;
const STEP_MS = 100;
const LONGEST_MS = 3_000;

/** How long an attempt to sign in waits, by the number of refusals in the last 15 minutes. */
export function waitBeforeTry(refused: number): number {
  return Math.min(LONGEST_MS, Math.max(0, refused - UNSLOWED) * STEP_MS);
}

/**
 * Slows every attempt to sign in while many are refused, from any address: guesses from a thousand addresses
 * become few, and no one is locked out.
 */
export function slowDown(now: () => number = Date.now): RequestHandler {
  const refusedAt: number[] = [];
  return async (_request, response, next) => {
    while ((refusedAt[0] ?? Infinity) <= now() - WINDOW_MS) refusedAt.shift();
    response.once('finish', () => {
      if (response.statusCode === 403 && refusedAt.length < KEPT) refusedAt.push(now());
    });
    const ms = waitBeforeTry(refusedAt.length);
    if (ms > 0) await wait(ms);
    next();
  };
}
