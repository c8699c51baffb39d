import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue, type Sweep } from '@hub/messaging';
import { z } from 'zod';
import { failRun } from '../run-ends';
import { lockRun } from '../run-records';

const DueRun = z.object({ runId: z.string(), requestedAt: z.date() });

/** Runs that a changed sheet requested begin by this look (D16). */
const LOOK_EVERY_MS = 2_000;
/** Longer than the retries of a message that fails unexpectedly. */
const WAKE_AGAIN_AFTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const AT_ONCE = 50;

/**
 * Finds runs that a lost message or a dead worker left unfinished: queued, not read to the end, accepted and not
 * applied.
 */
export function wakeRuns(): Sweep {
  return {
    name: 'wake catalogue runs',
    everyMs: LOOK_EVERY_MS,
    async run(tx, now) {
      const due = await lockDueRuns(tx, new Date(now));
      for (const { runId, requestedAt } of due) {
        if (requestedAt.getTime() < now - DAY_MS) await giveUp(tx, runId, now);
        else await wakeUp(tx, runId, now);
      }
      return due.length;
    },
  };
}

async function lockDueRuns(tx: Tx, now: Date): Promise<{ runId: string; requestedAt: Date }[]> {
  return rows(
    DueRun,
    tx.$queryRaw`
    SELECT id AS "runId", greatest(requested_at, retirement_accepted_at) AS "requestedAt"
    FROM catalogue_run
    WHERE (state IN ('queued', 'reading') OR (state = 'waiting' AND retirement_accepted_at IS NOT NULL))
      AND (lease_until IS NULL OR lease_until <= ${now}::timestamptz)
      AND coalesce(next_attempt_at, lease_until,
        greatest(requested_at, retirement_accepted_at) + interval '1 minute') <= ${now}::timestamptz
    ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`,
  );
}

async function wakeUp(tx: Tx, runId: string, now: number): Promise<void> {
  await tx.catalogueRun.update({
    where: { id: runId },
    data: { nextAttemptAt: new Date(now + WAKE_AGAIN_AFTER_MS) },
  });
  await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: runId });
}

/** Whatever keeps failing, a day is enough: the shop's next run must be able to begin. */
async function giveUp(tx: Tx, runId: string, now: number): Promise<void> {
  const run = await lockRun(tx, runId);
  if (run) await failRun(tx, run, { failure: 'it did not end within a day', raisesAlert: true, now });
}
