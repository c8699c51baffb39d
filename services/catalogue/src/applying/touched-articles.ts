import type { Tx } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import type { CatalogueRun } from '../run';

/** So many articles are worked out one by one; more of them with all the shop's at once. */
const FEW_ARTICLES = 1_000;
const BATCH = 5_000;

export async function createTouchedArticles(tx: Tx): Promise<void> {
  await tx.$executeRaw`CREATE TEMPORARY TABLE run_article (gtin char(14) NOT NULL) ON COMMIT DROP`;
}

/**
 * Notes the articles of the variants whose stock, state or link the run changes. Once before it writes and once after:
 * a variant that is linked anew touches both, and the one it leaves may be no article of this shop any more.
 */
export async function noteTouchedArticles(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_article (gtin)
    SELECT v.gtin FROM variant v
    WHERE v.shop_id = ${shopId} AND v.gtin IS NOT NULL AND v.variant_id IN (
      SELECT variant_id FROM run_variant WHERE touches_links UNION ALL SELECT variant_id FROM run_stock)
    EXCEPT SELECT gtin FROM run_article`;
}

/**
 * Has the network quantities of the touched articles worked out, after the lines that wait for one of them are served
 * (D16, D19), and routes orders whose lines waited for their own variant to be linked (D31).
 */
export async function enqueueConsequences(tx: Tx, run: CatalogueRun, correlation: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ articles: number }[]>`SELECT count(*)::int AS articles FROM run_article`;
  const articles = row?.articles ?? 0;
  if (articles === 0) return;
  await enqueueRouting(tx, run, correlation);
  await enqueueWaitingArticles(tx, correlation);
  if (articles > FEW_ARTICLES) {
    await enqueue(tx, COMMANDS.recalculateShop, { payload: { shopId: run.shopId }, correlation });
    await leaveOutOwnArticles(tx, run);
  }
  await enqueueArticles(tx, correlation);
}

async function enqueueRouting(tx: Tx, { shopId }: CatalogueRun, correlation: string): Promise<void> {
  const payloads = await tx.$queryRaw<{ sellerOrderId: string }[]>`
    SELECT DISTINCT o.id AS "sellerOrderId"
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    WHERE l.state = 'waiting' AND l.gtin IS NULL AND v.gtin IS NOT NULL AND o.shop_id = ${shopId}`;
  await enqueueAll(tx, COMMANDS.routeOrder, { payloads, correlation });
}

async function enqueueWaitingArticles(tx: Tx, correlation: string): Promise<void> {
  const payloads = await tx.$queryRaw<{ gtin: string }[]>`
    DELETE FROM run_article a WHERE EXISTS (
      SELECT FROM order_line l WHERE l.gtin = a.gtin AND l.state = 'waiting')
    RETURNING a.gtin`;
  await enqueueAll(tx, COMMANDS.serveWaitingLines, { payloads, correlation });
}

/** What the shop still offers is worked out with the shop. */
async function leaveOutOwnArticles(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM run_article a USING variant v
    WHERE v.shop_id = ${shopId} AND v.gtin = a.gtin AND v.state = 'active'`;
}

async function enqueueArticles(tx: Tx, correlation: string): Promise<void> {
  for (;;) {
    const payloads = await tx.$queryRaw<{ gtin: string }[]>`
      DELETE FROM run_article WHERE gtin IN (SELECT gtin FROM run_article ORDER BY gtin LIMIT ${BATCH})
      RETURNING gtin`;
    if (payloads.length === 0) return;
    await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
  }
}
