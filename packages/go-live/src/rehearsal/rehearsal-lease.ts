import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '@hub/database';

/** Twice the delay that a renewal may have on a busy machine. */
const LEASE_MS = 60_000;
export const RENEW_EVERY_MS = 15_000;

/** A rehearsal in progress. */
export interface Run {
  id: string;
  shopId: number;
}

/** @returns the run, or since when and by whom another is in progress: one at a time per shop */
export async function beginRun(
  tx: Tx,
  { shopId, by }: { shopId: number; by: string },
): Promise<Run | { since: Date; by: string }> {
  const id = randomUUID();
  const begun = await tx.$executeRaw`
    INSERT INTO "rehearsal_run" ("shop_id", "id", "started_by", "lease_until")
    VALUES (${shopId}, ${id}::uuid, ${by}, now() + ${LEASE_MS} * interval '1 ms')
    ON CONFLICT ("shop_id") DO UPDATE SET "id" = excluded."id", "started_by" = excluded."started_by",
      "started_at" = now(), "lease_until" = excluded."lease_until", "step" = NULL, "played" = 0, "checks" = 0,
      "task" = NULL, "task_expects" = NULL, "task_number" = 0, "task_answer" = NULL, "ending" = false
    WHERE "rehearsal_run"."lease_until" < now()`;
  if (begun === 0) {
    const { startedAt, startedBy } = await tx.rehearsalRun.findUniqueOrThrow({ where: { shopId } });
    return { since: startedAt, by: startedBy };
  }
  await announce(tx, shopId);
  return { id, shopId };
}

/**
 * @returns `lost`: the lease is another's, or over, and this run's results no longer count; `ending`: it must end with
 * its results so far
 */
export async function renewRun(db: Database, { id, shopId }: Run): Promise<'renewed' | 'ending' | 'lost'> {
  const renewed = await db.$executeRaw`
    WITH renewed AS (
      UPDATE "rehearsal_run" SET "lease_until" = now() + ${LEASE_MS} * interval '1 ms'
      WHERE "shop_id" = ${shopId} AND "id" = ${id}::uuid RETURNING "shop_id")
    UPDATE "shop" SET "revision" = nextval('shop_revision') WHERE "id" IN (SELECT "shop_id" FROM renewed)`;
  if (renewed === 0) return 'lost';
  const row = await db.rehearsalRun.findFirst({ where: { id }, select: { ending: true } });
  return row?.ending ? 'ending' : 'renewed';
}

/** @returns false: it no longer belonged to this run */
export async function endRun(tx: Tx, { id, shopId }: Run): Promise<boolean> {
  const { count } = await tx.rehearsalRun.deleteMany({ where: { shopId, id } });
  if (count === 1) await announce(tx, shopId);
  return count === 1;
}

/** Running services learn of a run as of any change of a shop (D25). */
async function announce(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`UPDATE "shop" SET "revision" = nextval('shop_revision') WHERE "id" = ${shopId}`;
}
