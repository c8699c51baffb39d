import { inTransaction, type Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { carryOutBatch } from '../act-on-dead-letters';
import { forecastFailedMessages } from '../forecast-selection';
import { nextBatch } from './advance-run';
import { decideByEffect } from './decide-by-effect';
import { lockDueRun, lockRun, nextIds, deferRun, recordBatch, type LockedRun } from './run-records';

/** Far longer than a batch of forecasts takes: after this another process takes over from one that has died. */
const IN_FLIGHT_MS = 60_000;

interface Claimed {
  run: LockedRun;
  effects: NonNullable<LockedRun['effects']>;
  /** The next of its set; none: the run waits, is paused or has finished. */
  ids: string[];
  nextDueAt: number;
}

/**
 * Takes the bulk run by effect that has been due for longest, and advances it by one batch: claims it, asks for the
 * forecasts outside of any transaction, carries the batch out if the run is unchanged since the claim. A process that
 * dies in between has done nothing; another asks again.
 * @returns 1 if a run was advanced, else 0
 */
export async function advanceRunsByEffect(
  db: Database,
  { now, ...asking }: { forecasts: Forecasts; cipher: BodyCipher; now: number },
): Promise<number> {
  const claimed = await claim(db, now);
  if (!claimed) return 0;
  if (claimed.ids.length === 0) return 1;
  const forecasts = await forecastFailedMessages(db, claimed.ids, asking);
  const { ids, left } = decideByEffect(forecasts, claimed.effects);
  await inTransaction(db, async (tx) => {
    const run = await lockRun(tx, claimed.run.id);
    if (run?.state !== 'running' || run.next !== claimed.run.next) return;
    const { done, refused } = await carryOutBatch(tx, { action: run.action, ids });
    await recordBatch(tx, run, {
      done,
      refused: [...refused, ...left],
      left: left.length,
      next: run.next + claimed.ids.length,
      dueAt: claimed.nextDueAt,
      now,
    });
  });
  return 1;
}

/** Claims the run for this process, for as long as its batch may take. */
async function claim(db: Database, now: number): Promise<Claimed | null> {
  return inTransaction(db, async (tx) => {
    const run = await lockDueRun(tx, now, true);
    if (!run?.effects) return null;
    const batch = await nextBatch(tx, run, now);
    if (!batch) return { run, effects: run.effects, ids: [], nextDueAt: now };
    await deferRun(tx, run.id, now + IN_FLIGHT_MS);
    const ids = await nextIds(tx, run, batch.count);
    return { run, effects: run.effects, ids, nextDueAt: batch.nextDueAt };
  });
}
