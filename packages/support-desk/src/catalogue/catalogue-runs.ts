import { randomUUID } from 'node:crypto';
import { inTransaction, rows, type CatalogueRunModel, type Database, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { acceptWaitingCatalogueRun, requestCatalogueRun } from '@hub/shops';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';

export type ListedCatalogueRun = CatalogueRunModel;

/** Catalogue runs of a shop (D14), the newest first. */
export async function listCatalogueRuns(
  db: Database,
  { shop: slug, limit }: { shop: string; limit: number },
): Promise<ListedCatalogueRun[]> {
  const shop = await db.shop.findUnique({ where: { slug }, select: { id: true } });
  if (!shop) return [];
  return db.catalogueRun.findMany({
    where: { shopId: shop.id },
    orderBy: { requestedAt: 'desc' },
    take: limit,
  });
}

/**
 * Has a shop's whole catalogue read (D14): starts a run, or joins the one in progress; one that waits for acceptance is
 * replaced. One that waits for its store continues at once. A run in progress without images is not joined by a caller
 * that wants them. Recorded.
 */
export async function pullCatalogue(
  db: Database,
  request: { shop: string; checkImages: boolean; actor: string },
): Promise<
  | { kind: 'done'; runId: string }
  | { kind: 'refused'; why: 'unknown_shop' | 'products_off' | 'read_without_images' }
> {
  const { shop: slug, checkImages, actor } = request;
  return inTransaction(db, async (tx) => {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true, products: true } });
    if (!shop) return { kind: 'refused', why: 'unknown_shop' };
    if (shop.products === 'off') return { kind: 'refused', why: 'products_off' };
    const { runId, checksImages } = await requestCatalogueRun(tx, { shopId: shop.id, checkImages });
    if (checkImages && !checksImages) return { kind: 'refused', why: 'read_without_images' };
    await goOn(tx, runId);
    const detail = { run: runId, check_images: checkImages };
    await recordActions(tx, { actor, action: 'catalogue.pull', subjects: [`shop:${slug}`], detail });
    return { kind: 'done', runId };
  });
}

/**
 * Lets the run that was shown retire most of its shop (D14). Recorded, with how many variants it retires.
 * @param request.runId any run but the waiting one is refused: the agent has not seen it
 */
export async function acceptCatalogue(
  db: Database,
  request: { shop: string; runId: string; actor: string; note?: string | undefined },
): Promise<{ kind: 'done' } | { kind: 'refused'; why: 'unknown_shop' | 'no_waiting_run' }> {
  const { shop: slug, runId, actor, note } = request;
  return inTransaction(db, async (tx) => {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop) return { kind: 'refused', why: 'unknown_shop' };
    const waiting = await lockWaiting(tx, { shopId: shop.id, runId });
    if (!waiting) return { kind: 'refused', why: 'no_waiting_run' };
    await acceptWaitingCatalogueRun(tx, shop.id);
    await goOn(tx, runId);
    await recordActions(tx, {
      actor,
      action: 'catalogue.accept',
      subjects: [`shop:${slug}`],
      detail: { run: runId, retires: waiting.retired, ...(note === undefined ? {} : { note }) },
    });
    return { kind: 'done' };
  });
}

const WaitingRow = z.object({ retired: z.int() });

/** Null: it does not wait, or is already accepted. */
async function lockWaiting(tx: Tx, { shopId, runId }: { shopId: number; runId: string }) {
  if (!z.uuid().safeParse(runId).success) return null;
  const [row] = await rows(
    WaitingRow,
    tx.$queryRaw`
    SELECT retired FROM catalogue_run
    WHERE id = ${runId}::uuid AND shop_id = ${shopId} AND state = 'waiting' AND retirement_accepted_at IS NULL
    FOR UPDATE`,
  );
  return row ?? null;
}

async function goOn(tx: Tx, runId: string): Promise<void> {
  await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
}
