import type { Tx } from '@hub/database';
import { carryOutBatch, type DeadLettersDone } from '../act-on-dead-letters';
import { AGAIN_AFTER_MS, RunFailed } from '../../engine/run-failed';
import { decideBatch, waitsForFirst, type BatchDecision } from './decide-batch';
import {
  lockDueRun,
  nextIds,
  deferRun,
  readFirstOnes,
  recordBatch,
  setRunState,
  type LockedRun,
} from './run-records';

/**
 * Takes the bulk run that has been due for longest (of those that do not filter by effect) and advances it by one
 * batch, in the caller's transaction. The batch and the run's new position are committed together, so that a process
 * that dies in between duplicates nothing and skips nothing.
 * @returns 1 if a run was advanced, else 0
 */
export async function advanceBulkRuns(tx: Tx, now: number): Promise<number> {
  const run = await lockDueRun(tx, now, false);
  if (!run) return 0;
  try {
    await advanceRun(tx, run, now);
  } catch (error) {
    throw new RunFailed(run.id, error);
  }
  return 1;
}

/** After `advanceBulkRuns` threw, in a separate transaction: the run that failed waits, so that the others continue. */
export async function deferBulkRun(tx: Tx, error: unknown, now: number): Promise<void> {
  if (error instanceof RunFailed) await deferRun(tx, error.runId, now + AGAIN_AFTER_MS);
}

/** The next batch of a run, under its lock. @returns its results; null: the run waits, is paused or has finished */
export async function advanceRun(tx: Tx, run: LockedRun, now: number): Promise<DeadLettersDone | null> {
  const batch = await nextBatch(tx, run, now);
  return batch && carryOut(tx, run, { ...batch, now });
}

/** The next batch of a run, under its lock, to be carried out. Null: none now; the run waits, is paused or has finished. */
export async function nextBatch(
  tx: Tx,
  run: LockedRun,
  now: number,
): Promise<Extract<BatchDecision, { kind: 'batch' }> | null> {
  const first = waitsForFirst(run) ? await readFirstOnes(tx, run) : { pending: 0, failed: 0 };
  const decision = decideBatch(run, first, now);
  switch (decision.kind) {
    case 'wait':
      await deferRun(tx, run.id, decision.until);
      return null;
    case 'pause':
      await setRunState(tx, run.id, { state: 'paused', changedBy: null, now });
      return null;
    case 'finish':
      await setRunState(tx, run.id, { state: 'finished', changedBy: null, now });
      return null;
    case 'batch':
      return decision;
  }
}

async function carryOut(
  tx: Tx,
  run: LockedRun,
  { count, nextDueAt, now }: { count: number; nextDueAt: number; now: number },
): Promise<DeadLettersDone> {
  const ids = await nextIds(tx, run, count);
  const batch = await carryOutBatch(tx, { action: run.action, ids });
  await recordBatch(tx, run, { ...batch, next: run.next + count, dueAt: nextDueAt, now });
  return batch;
}
