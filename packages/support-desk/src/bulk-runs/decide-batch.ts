import type { ForetoldEffect } from '../forecast/replay-forecast';

/** How a bulk run stands when its next batch is due. */
export interface RunToAdvance {
  /** Messages in its set, and how many of them are decided. */
  size: number;
  next: number;
  /** So many first; null: nothing is tried first, or it has gone through. */
  firstMany: number | null;
  /** At most so many a minute; null: no limit. */
  perMinute: number | null;
  /** What a replay may come to for a message to be sent; null: whatever it comes to, and nobody is asked. */
  effects: readonly ForetoldEffect[] | null;
}

/** What became of those that were tried first. */
export interface FirstOnes {
  /** Their replay is pending. */
  pending: number;
  /** Open again. */
  failed: number;
}

export type BatchDecision =
  | { kind: 'batch'; count: number; nextDueAt: number }
  /** Those tried first are under way. */
  | { kind: 'wait'; until: number }
  /** One of those tried first failed: a person decides about the rest. */
  | { kind: 'pause' }
  | { kind: 'finish' };

/** Of one transaction: small, so that neither their rows nor the relay are kept busy for long. */
export const BATCH = 500;
/** Where a worker is asked about each: it handles it and takes it back, within 2 s at most. */
const ASKED = 20;
const LOOK_AGAIN_MS = 1_000;
const MINUTE_MS = 60_000;
/** With a limit, batches are so far apart. */
const PACE_MS = 5_000;

/**
 * The next step of a bulk run. Pure.
 * @param first of those tried first; asked for where `waitsForFirst` says so
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

/** Whether all that is to be tried first is decided, and what became of it tells how to go on. Pure. */
export function waitsForFirst({ next, firstMany }: Pick<RunToAdvance, 'next' | 'firstMany'>): boolean {
  return firstMany !== null && next >= firstMany;
}
