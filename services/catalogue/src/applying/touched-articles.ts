import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { moveReservations } from '@hub/stock';
import { z } from 'zod';
import type { CatalogueRun } from '../run';
import { planForFewRows, planForSets } from './plan-for-sets';

const ArticlesRow = z.object({ articles: z.int() });
const GtinRow = z.object({ gtin: z.string() });

/** Up to this many articles are recalculated one by one; more with all the shop's. */
const FEW_ARTICLES = 1_000;
const BATCH = 5_000;

/**
 * Notes the articles of the variants whose stock, state or link the run changes. Once before it writes and once after:
 * a relinked variant touches both articles, and the shop may no longer have the one it leaves.
 */
export async function noteTouchedArticles(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`CREATE TEMPORARY TABLE IF NOT EXISTS run_article (gtin char(14) NOT NULL) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO run_article (gtin)
    SELECT v.gtin FROM variant v
    WHERE v.shop_id = ${shopId} AND v.gtin IS NOT NULL AND v.variant_id IN (
      SELECT variant_id FROM run_variant WHERE touches_links UNION ALL SELECT variant_id FROM run_stock
      UNION ALL SELECT variant_id FROM run_drift)
    EXCEPT SELECT gtin FROM run_article`;
}

/** Moves reservations between the variants of an article (D14), and notes the articles. */
export async function moveReserved(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await planForFewRows(tx);
  const articles = await moveReservations(tx, [shopId]);
  await planForSets(tx);
  await tx.$executeRaw`
    INSERT INTO run_article (gtin) SELECT unnest(${articles}::bpchar[]) EXCEPT SELECT gtin FROM run_article`;
}

/**
 * Requests the network quantities of what the run touched (D16): many articles, or variants that lost their article, by
 * way of the shop.
 */
export async function enqueueConsequences(tx: Tx, run: CatalogueRun, correlation: string): Promise<void> {
  if ((await countArticles(tx)) > FEW_ARTICLES || (await hasLostLinks(tx, run))) {
    await enqueue(tx, COMMANDS.recalculateShop, { payload: { shopId: run.shopId }, correlation });
    await leaveOutOwnArticles(tx, run);
  }
  await enqueueArticles(tx, correlation);
}

async function countArticles(tx: Tx): Promise<number> {
  const [row] = await rows(ArticlesRow, tx.$queryRaw`SELECT count(*)::int AS articles FROM run_article`);
  return row?.articles ?? 0;
}

/** Variants without an article that have a network quantity: no article's calculation covers them. */
async function hasLostLinks(tx: Tx, { shopId }: CatalogueRun): Promise<boolean> {
  const found = await tx.$executeRaw`
    SELECT 1 FROM run_variant r
    JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = r.variant_id
    JOIN network_quantity n ON n.shop_id = v.shop_id AND n.variant_id = v.variant_id
    WHERE r.touches_links AND v.gtin IS NULL AND n.wanted > 0 LIMIT 1`;
  return found > 0;
}

async function leaveOutOwnArticles(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`DELETE FROM run_article a USING variant v WHERE v.shop_id = ${shopId} AND v.gtin = a.gtin`;
}

async function enqueueArticles(tx: Tx, correlation: string): Promise<void> {
  for (;;) {
    const payloads = await rows(
      GtinRow,
      tx.$queryRaw`
      WITH taken AS (
        DELETE FROM run_article WHERE gtin IN (SELECT gtin FROM run_article ORDER BY gtin LIMIT ${BATCH})
        RETURNING gtin)
      SELECT gtin FROM taken ORDER BY gtin`,
    );
    if (payloads.length === 0) return;
    await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
  }
}
