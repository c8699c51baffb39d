import { randomUUID } from 'node:crypto';
import { newRunCode } from '@hub/conformance';
import type { Database, Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { requestRunsAfterRehearsals } from '@hub/shops';

/** Twice the delay that a renewal may have on a busy machine. */
const LEASE_MS = 60_000;
export const RENEW_EVERY_MS = 15_000;

/** A rehearsal in progress. */
export interface Run {
  id: string;
  shopId: number;
  /** What the sales of the run carry in their address (D32). */
  code: string;
}

type RunKey = Pick<Run, 'id' | 'shopId'>;

/** @returns the run, or since when and by whom another is in progress: one at a time per shop */
export async function beginRun(
  tx: Tx,
  { shopId, by }: { shopId: number; by: string },
): Promise<Run | { since: Date; by: string }> {
  const [id, code] = [randomUUID(), newRunCode()];
  await requestCatalogue(tx, { shopId });
  const begun = await tx.$executeRaw`
    INSERT INTO "rehearsal_run" ("shop_id", "id", "started_by", "lease_until", "code")
    VALUES (${shopId}, ${id}::uuid, ${by}, now() + ${LEASE_MS} * interval '1 ms', ${code})
    ON CONFLICT ("shop_id") DO UPDATE SET "id" = excluded."id", "started_by" = excluded."started_by",
      "started_at" = now(), "lease_until" = excluded."lease_until", "code" = excluded."code", "step" = NULL,
      "played" = 0, "checks" = 0, "task" = NULL, "task_expects" = NULL, "task_number" = 0, "task_answer" = NULL,
      "ending" = false
    WHERE "rehearsal_run"."lease_until" < now()`;
  if (begun === 0) {
    const { startedAt, startedBy } = await tx.rehearsalRun.findUniqueOrThrow({ where: { shopId } });
    return { since: startedAt, by: startedBy };
  }
  await announce(tx, shopId);
  return { id, shopId, code };
}

/**
 * @returns `lost`: the lease is another's, or over, and this run's results no longer count; `ending`: it must end with
 * its results so far
 */
export async function renewRun(db: Database, { id, shopId }: RunKey): Promise<'renewed' | 'ending' | 'lost'> {
  const renewed = await db.$executeRaw`
    WITH renewed AS (
      UPDATE "rehearsal_run" SET "lease_until" = now() + ${LEASE_MS} * interval '1 ms'
      WHERE "shop_id" = ${shopId} AND "id" = ${id}::uuid RETURNING "shop_id")
    UPDATE "shop" SET "revision" = nextval('shop_revision') WHERE "id" IN (SELECT "shop_id" FROM renewed)`;
  if (renewed === 0) return 'lost';
  const row = await db.rehearsalRun.findFirst({ where: { id }, select: { ending: true } });
  return row?.ending ? 'ending' : 'renewed';
}

/**
 * Before the run takes an event: it still holds the lease, and what the event stands for is made up for when the run is
 * over, even if its process dies at once. A stock report is made up for by a catalogue run, a sale by writing the network
 * quantities again that the platform lowered for it. @returns false: it takes nothing any more
 * @param taken.sells the variants whose network quantity the platform lowered
 */
export async function claimEvent(
  db: Database,
  { id, shopId }: RunKey,
  taken: { isStockReport: boolean; sells: readonly string[] },
): Promise<boolean> {
  const { isStockReport, sells } = taken;
  const claimed = await db.$executeRaw`
    WITH sold AS (
      INSERT INTO "rehearsal_write" ("shop_id", "variant_id", "run_id")
      SELECT DISTINCT r."shop_id", v, r."id" FROM "rehearsal_run" r, unnest(${sells}::text[]) AS v
      WHERE r."shop_id" = ${shopId} AND r."id" = ${id}::uuid
      ON CONFLICT ("shop_id", "variant_id") DO UPDATE SET "run_id" = excluded."run_id")
    UPDATE "rehearsal_run" SET "lease_until" = greatest("lease_until", now() + ${LEASE_MS} * interval '1 ms'),
      "took_stock" = "took_stock" OR ${isStockReport}
    WHERE "shop_id" = ${shopId} AND "id" = ${id}::uuid`;
  return claimed === 1;
}

/**
 * Before the run writes a network quantity at the store: inventory writes it again when the run is over (D32). The
 * lease lasts longer than the call. @returns false: it writes nothing any more
 */
export async function claimWrite(db: Database, { id, shopId }: RunKey, variantId: string): Promise<boolean> {
  const claimed = await db.$executeRaw`
    WITH held AS (
      UPDATE "rehearsal_run" SET "lease_until" = greatest("lease_until", now() + ${LEASE_MS} * interval '1 ms')
      WHERE "shop_id" = ${shopId} AND "id" = ${id}::uuid RETURNING "shop_id", "id")
    INSERT INTO "rehearsal_write" ("shop_id", "variant_id", "run_id")
    SELECT "shop_id", ${variantId}, "id" FROM held
    ON CONFLICT ("shop_id", "variant_id") DO UPDATE SET "run_id" = excluded."run_id"`;
  return claimed === 1;
}

/**
 * Ends the run, and has the catalogue read again if it took stock reports. Inventory finds what it wrote.
 * @returns false: it no longer belonged to this run
 */
export async function endRun(tx: Tx, run: RunKey): Promise<boolean> {
  const { id, shopId } = run;
  await requestCatalogue(tx, run);
  const { count } = await tx.rehearsalRun.deleteMany({ where: { shopId, id } });
  if (count === 1) await announce(tx, shopId);
  return count === 1;
}

async function requestCatalogue(tx: Tx, run: { shopId: number; id?: string }): Promise<void> {
  for (const runId of await requestRunsAfterRehearsals(tx, run))
    await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
}

/** Running services learn of a run as of any change of a shop (D25). */
async function announce(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`UPDATE "shop" SET "revision" = nextval('shop_revision') WHERE "id" = ${shopId}`;
}
