import { randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const IdRow = z.object({ id: z.string() });
const OpenRow = z.object({ id: z.string(), checksImages: z.boolean() });

/**
 * Requests a run of a shop's catalogue (D14), in the requester's transaction: the command line, support, a schedule.
 * The caller enqueues `catalogue.pull` for a run that is `begun`. One that waits for its acceptance is replaced by the
 * new one; one that is queued or being read is the answer itself, as two runs of a shop never overlap.
 * @param request.checkImages whether every image must be seen to resolve; a queued run adopts it
 * @returns `checksImages`: whether it does, or did for the pages already read
 */
export async function requestCatalogueRun(
  tx: Tx,
  request: { shopId: number; checkImages?: boolean },
): Promise<{ runId: string; begun: boolean; checksImages: boolean }> {
  const { shopId, checkImages = false } = request;
  await giveUpWaitingRun(tx, shopId);
  const runId = randomUUID();
  const begun = await tx.$executeRaw`
    INSERT INTO "catalogue_run" ("id", "shop_id", "check_images", "shop_revision")
    SELECT ${runId}::uuid, "id", ${checkImages}, "revision" FROM "shop" WHERE "id" = ${shopId}
    ON CONFLICT ("shop_id") WHERE "state" IN ('queued', 'reading', 'waiting') DO NOTHING`;
  if (begun > 0) return { runId, begun: true, checksImages: checkImages };
  if (checkImages)
    await tx.$executeRaw`
      UPDATE "catalogue_run" SET "check_images" = true WHERE "shop_id" = ${shopId} AND "state" = 'queued'`;
  const [open] = await rows(
    OpenRow,
    tx.$queryRaw`
    SELECT "id", "check_images" AS "checksImages" FROM "catalogue_run"
    WHERE "shop_id" = ${shopId} AND "state" IN ('queued', 'reading', 'waiting')`,
  );
  // The other ended between the two statements: the run can start now.
  if (!open) return requestCatalogueRun(tx, request);
  return { runId: open.id, begun: false, checksImages: open.checksImages };
}

/** A changed sheet is in force in every running service after 2 s (D25); with time for the commit. */
const IN_FORCE_MS = 4_000;

/**
 * Requests a run in the transaction of a changed sheet (D16). The sweep of unfinished runs begins it once the sheet is
 * in force everywhere: until then events of the shop may still be refused, and a page read meanwhile would lack their
 * stock. One that is open already was requested too early: the sweep of uncounted stock requests another one after it.
 */
export async function requestRunOfNewSheet(tx: Tx, shopId: number): Promise<void> {
  const { runId, begun } = await requestCatalogueRun(tx, { shopId });
  if (!begun) return;
  await tx.$executeRaw`
    UPDATE "catalogue_run" SET "next_attempt_at" = clock_timestamp() + ${IN_FORCE_MS} * interval '1 ms'
    WHERE "id" = ${runId}::uuid`;
}

/**
 * Lets a waiting run retire most of its shop (D14, `hub catalogue accept`). The caller enqueues `catalogue.pull` for
 * it.
 * @returns the run; null if none waits
 */
export async function acceptWaitingCatalogueRun(tx: Tx, shopId: number): Promise<string | null> {
  const [run] = await rows(
    IdRow,
    tx.$queryRaw`
    UPDATE "catalogue_run" SET "retirement_accepted_at" = now()
    WHERE "shop_id" = ${shopId} AND "state" = 'waiting' RETURNING "id"`,
  );
  return run?.id ?? null;
}

async function giveUpWaitingRun(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    WITH "given_up" AS (
      UPDATE "catalogue_run" SET "state" = 'failed', "finished_at" = now(), "failure" = 'a newer run was asked for'
      WHERE "shop_id" = ${shopId} AND "state" = 'waiting' AND "retirement_accepted_at" IS NULL RETURNING "id"
    ), "pages" AS (DELETE FROM "staged_page" WHERE "run_id" IN (SELECT "id" FROM "given_up")
    ), "products" AS (DELETE FROM "staged_product" WHERE "run_id" IN (SELECT "id" FROM "given_up"))
    DELETE FROM "staged_variant" WHERE "run_id" IN (SELECT "id" FROM "given_up")`;
}
