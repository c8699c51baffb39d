import type { ForecastEffect } from '../replay-forecast';

/** The state of a bulk run when its next batch is due. */
export interface RunToAdvance {
  /** Messages in its set, and how many of them are decided. */
  size: number;
  next: number;
  /** Number of trial messages; null: none, or they have succeeded. */
  firstMany: number | null;
  /** Maximum per minute; null: no limit. */
  perMinute: number | null;
  /** The effects of a replay for which a message is sent; null: any, and no forecast is requested. */
  effects: readonly ForecastEffect[] | null;
}

/** The outcomes of the trial messages. */
export interface FirstOnes {
  /** Their replay is pending. */
  pending: number;
  /** Open again. */
  failed: number;
}

export type BatchDecision =
  | { kind: 'batch'; count: number; nextDueAt: number }
  /** The trial messages are in progress. */
  | { kind: 'wait'; until: number }
  /** A trial message failed: a person decides about the rest. */
  | { kind: 'pause' }
  | { kind: 'finish' };

/** Per transaction: small, so that neither their rows nor the relay are kept busy for long. */
export const BATCH = 500;
/** If a worker forecasts each: it handles the message and rolls back, within 2 s at most. */
const ASKED = 20;
const LOOK_AGAIN_MS = 1_000;
const MINUTE_MS = 60_000;
/** With a limit, the interval between batches. */
const PACE_MS = 5_000;

/**
 * The next step of a bulk run.
 * @param first outcomes of the trial messages; needed if `waitsForFirst` says so
 */
export function decideBatch(run: RunToAdvance, first: FirstOnes, now: number): BatchDecision {
  if (waitsForFirst(run)) {
    if (first.pending > 0) return { kind: 'wait', until: now + LOOK_AGAIN_MS };
    if (first.failed > 0 && run.next < run.size) return { kind: 'pause' };
  }
  if (run.next >= run.size) return { kind: 'finish' };
  const { firstMany, perMinute, effects } = run;
  const atOnce = effects === null ? BATCH : ASKED;
  const tried = firstMany !== null && run.next < firstMany ? firstMany - run.next : Infinity;
  const paced = perMinute === null ? Infinity : Math.max(1, Math.floor((perMinute * PACE_MS) / MINUTE_MS));
  const count = Math.min(atOnce, run.size - run.next, tried, paced);
  return {
    kind: 'batch',
    count,
    nextDueAt: now + (perMinute === null ? 0 : (count * MINUTE_MS) / perMinute),
  };
}

/** Whether all trial messages are decided, and their outcomes determine how to continue. */
export function waitsForFirst({ next, firstMany }: Pick<RunToAdvance, 'next' | 'firstMany'>): boolean {
  return firstMany !== null && next >= firstMany;
}
