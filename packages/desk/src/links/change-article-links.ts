import { randomUUID } from 'node:crypto';
import { Prisma, rows, type Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { affectedByEnded, endArticleLinks } from '@hub/shops';
import { countedArticle, lockForMoves, moveReservations, type VariantKey } from '@hub/stock';
import { z } from 'zod';
import { articleWithoutBarcode } from './article-without-barcode';

export interface LinkPair {
  id: string;
  a: VariantKey;
  b: VariantKey;
}

/** Why two variants are not linked, or a link is not undone. */
export type LinkObstacle = 'variant_gone' | 'other_article' | 'shop_has_article' | 'others_rest_on_it';

const FoundRow = z.object({ found: z.boolean() });
const Allocated = z.object({ id: z.string(), lines: z.int() });

/**
 * Makes two variants one article: the one without an article gets that of the other, and two without get one that has
 * no barcode. Recalculates network quantities, which serves waiting lines (D16).
 * @returns what prevents it; null: done
 */
export async function linkPair(tx: Tx, pair: LinkPair): Promise<LinkObstacle | null> {
  if ((await lockShops(tx, pair)) < BOTH) return 'variant_gone';
  const variants = await lockForMoves(tx, [pair.a, pair.b]);
  const [one, other] = variants;
  if (!one || !other || variants.some(({ state }) => state !== 'active')) return 'variant_gone';
  const articles = variants.flatMap((variant) => countedArticle(variant.gtin) ?? []);
  if (new Set(articles).size > 1) return 'other_article';
  const gtin = articles[0] ?? articleWithoutBarcode();
  const unlinked = variants.filter((variant) => countedArticle(variant.gtin) === null);
  for (const { shopId } of unlinked) if (await shopHasArticle(tx, shopId, gtin)) return 'shop_has_article';
  for (const { shopId, variantId } of unlinked) {
    await tx.$executeRaw`
      INSERT INTO article_link (shop_id, variant_id, gtin, proposal_id, link_problem)
      SELECT shop_id, variant_id, ${gtin}, ${pair.id}::uuid,
        -- Its barcode is restricted if it was linked to an article that does not count.
        CASE WHEN gtin IS NULL THEN link_problem ELSE 'restricted_barcode' END
      FROM variant
      WHERE shop_id = ${shopId} AND variant_id = ${variantId}
      ON CONFLICT (shop_id, variant_id) DO UPDATE SET gtin = excluded.gtin, proposal_id = excluded.proposal_id`;
    await tx.$executeRaw`
      UPDATE variant SET gtin = ${gtin}, link_problem = NULL WHERE shop_id = ${shopId} AND variant_id = ${variantId}`;
  }
  const moved = await moveReservations(tx, [pair.a.shopId, pair.b.shopId]);
  await recalculate(tx, [gtin, ...moved], []);
  return null;
}

/**
 * Undoes `linkPair`: each variant goes by its own barcode again. Allocations stay: the other shop has its pieces
 * reserved, and may have the order.
 * @returns what prevents it; null: done
 */
export async function unlinkPair(tx: Tx, pair: LinkPair): Promise<LinkObstacle | null> {
  await lockShops(tx, pair);
  await lockForMoves(tx, [pair.a, pair.b]);
  if (await othersRestOn(tx, pair)) return 'others_rest_on_it';
  const { articles, shopIds } = affectedByEnded(
    await endArticleLinks(tx, Prisma.sql`l.proposal_id = ${pair.id}::uuid`),
  );
  const moved = await moveReservations(tx, [pair.a.shopId, pair.b.shopId]);
  await recalculate(tx, [...articles, ...moved], shopIds);
  return null;
}

const BOTH = 2;

/**
 * A catalogue run being applied to one of the shops goes first, or waits: it reads links before it locks variants.
 * @returns how many of the two are in the network
 */
async function lockShops(tx: Tx, { a, b }: LinkPair): Promise<number> {
  return tx.$executeRaw`
    SELECT 1 FROM shop WHERE id IN (${a.shopId}, ${b.shopId}) AND removed_at IS NULL ORDER BY id FOR NO KEY UPDATE`;
}

/** Two variants of a shop are never one article (D14). */
async function shopHasArticle(tx: Tx, shopId: number, gtin: string): Promise<boolean> {
  return isFound(
    tx.$queryRaw`SELECT EXISTS (
      SELECT FROM variant WHERE shop_id = ${shopId} AND gtin = ${gtin} AND state = 'active') AS found`,
  );
}

/** Another confirmed pair has a variant that has its article only through this link. */
async function othersRestOn(tx: Tx, { id }: LinkPair): Promise<boolean> {
  return isFound(
    tx.$queryRaw`SELECT EXISTS (
      SELECT FROM article_link l JOIN link_proposal p ON p.state = 'confirmed' AND p.id <> l.proposal_id
        AND ((p.shop_a, p.variant_a) = (l.shop_id, l.variant_id) OR (p.shop_b, p.variant_b) = (l.shop_id, l.variant_id))
      WHERE l.proposal_id = ${id}::uuid) AS found`,
  );
}

async function isFound(query: PromiseLike<unknown>): Promise<boolean> {
  const [row] = await rows(FoundRow, query);
  return row?.found ?? false;
}

/** How many order lines of one of its two shops the other one has, for each of these proposals that has any. */
export async function countAllocated(tx: Tx, proposals: readonly string[]): Promise<Map<string, number>> {
  if (proposals.length === 0) return new Map();
  const [sold, shipped] = [Prisma.sql`o.shop_id = p.shop_a`, Prisma.sql`s.shop_id = p.shop_a`];
  const counted = await rows(
    Allocated,
    tx.$queryRaw`
    SELECT p.id, count(DISTINCT l.id)::int AS lines
    FROM link_proposal p
    JOIN seller_order o ON o.shop_id IN (p.shop_a, p.shop_b)
    JOIN order_line l ON l.seller_order_id = o.id AND l.state = 'allocated'
      AND l.variant_id = CASE WHEN ${sold} THEN p.variant_a ELSE p.variant_b END
    JOIN shipping_order_line g ON g.order_line_id = l.id
      AND g.variant_id = CASE WHEN ${sold} THEN p.variant_b ELSE p.variant_a END
    JOIN shipping_order s ON s.id = g.shipping_order_id AND s.shop_id IN (p.shop_a, p.shop_b) AND (${sold}) <> (${shipped})
    WHERE p.id = ANY (${[...proposals]}::uuid[])
    GROUP BY p.id`,
  );
  return new Map(counted.map(({ id, lines }) => [id, lines]));
}

async function recalculate(tx: Tx, gtins: readonly string[], shopIds: readonly number[]): Promise<void> {
  const correlation = randomUUID();
  const payloads = [...new Set(gtins)].map((gtin) => ({ gtin }));
  await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
  const shops = [...new Set(shopIds)].map((shopId) => ({ shopId }));
  if (shops.length > 0) await enqueueAll(tx, COMMANDS.recalculateShop, { payloads: shops, correlation });
}
