import type { OutcomeText, Phrase } from './outcome-text';

/**
 * How the handling of a message ends for the broker: a vocabulary separate from the decision's.
 * - `done`, `ignored`: handled; the message is gone.
 * - `retry`: again after a wait, spending one attempt; out of attempts it becomes a failed message.
 * - `postpone`: deferred; again after a wait without spending an attempt (D23); `callAttempts` already made travel with
 *   it.
 * - `reject`: failed permanently, a failed message at once.
 * - `away`: the database is unavailable; again once it is back, no attempt spent (D37).
 * - `behind`: again at once, behind what has arrived meanwhile; no attempt spent.
 */
export type Settlement =
  | { kind: 'done'; outcome: OutcomeText }
  | { kind: 'ignored'; reason: Phrase }
  | { kind: 'retry'; reason: string; afterMs?: number; error?: unknown }
  | { kind: 'postpone'; reason: string; afterMs: number; callAttempts?: number }
  | { kind: 'reject'; reason: string; error?: unknown }
  | { kind: 'away'; error?: unknown }
  | { kind: 'behind'; reason: string };

export const done = (outcome: OutcomeText): Settlement => ({ kind: 'done', outcome });
export const ignored = (reason: Phrase): Settlement => ({ kind: 'ignored', reason });
export const retry = (reason: string, afterMs?: number): Settlement =>
  afterMs === undefined ? { kind: 'retry', reason } : { kind: 'retry', reason, afterMs };
export const reject = (reason: string): Settlement => ({ kind: 'reject', reason });

/** @param callAttempts attempts of the store call already made, so that none is spent twice; left out: as before */
export const postpone = (reason: string, afterMs: number, callAttempts?: number): Settlement =>
  callAttempts === undefined
    ? { kind: 'postpone', reason, afterMs }
    : { kind: 'postpone', reason, afterMs, callAttempts };
