import { inTransaction, type Database } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { removeShop, requestCatalogueRun } from '../../../../packages/shops/src';
import type { Trader } from './trader';

const correlation = 'model';

/** As `hub catalogue pull`. */
export async function requestRun(db: Database, { slug }: Trader): Promise<void> {
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { slug } });
  await inTransaction(db, async (tx) => {
    const { runId, begun } = await requestCatalogueRun(tx, { shopId });
    if (begun) await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation });
  });
}

/** As `hub shop remove`. @returns false if the hub refuses it */
export async function removeFromNetwork(db: Database, { slug }: Trader): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const removed = await removeShop(tx, { slug, by: 'cli:model' });
    if (removed.kind !== 'removed') return false;
    const payloads = removed.articles.map((gtin) => ({ gtin }));
    await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
    const shops = removed.unlinkedShops.map((shopId) => ({ shopId }));
    await enqueueAll(tx, COMMANDS.recalculateShop, { payloads: shops, correlation });
    return true;
  });
}
