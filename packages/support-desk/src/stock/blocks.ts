import { randomUUID } from 'node:crypto';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import * as stock from '@hub/stock';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';

const OpenBlock = z.object({ id: z.string(), remaining: z.int() });
const StockBlock = z.object({
  /** Slug. */
  shop: z.string(),
  variantId: z.string(),
  /** Its article; null: not linked. */
  gtin: z.string().nullable(),
  pieces: z.int(),
  since: z.date(),
});

/** Stock of a shop's variant that counts as absent, as the shop could not ship it (D17). */
export type StockBlock = z.output<typeof StockBlock>;

/** Blocks in force, the oldest first; `shop` a slug. */
export async function listBlocks(
  db: Database,
  filter: { shop?: string | undefined; limit: number },
): Promise<StockBlock[]> {
  const { shop = null, limit } = filter;
  return rows(
    StockBlock,
    db.$queryRaw`
    SELECT s.slug AS shop, r.variant_id AS "variantId", v.gtin, sum(r.remaining)::int AS pieces, min(r.created_at) AS since
    FROM reservation r JOIN shop s ON s.id = r.shop_id
    LEFT JOIN variant v ON v.shop_id = r.shop_id AND v.variant_id = r.variant_id
    WHERE r.remaining > 0 AND r.kind = 'block' AND (${shop}::text IS NULL OR s.slug = ${shop})
    GROUP BY s.slug, r.variant_id, v.gtin ORDER BY since LIMIT ${limit}`,
  );
}

/**
 * Ends the blocks on a shop's variant (D17): its stock exists after all. Lines that wait for it are served, then
 * network quantities recalculated (D16).
 */
export async function liftBlock(
  db: Database,
  request: { shop: string; variantId: string; actor: string; note?: string | undefined },
): Promise<{ kind: 'done'; pieces: number } | { kind: 'refused'; why: 'unknown_shop' | 'no_block' }> {
  const { shop: slug, variantId, actor, note } = request;
  return inTransaction(db, async (tx) => {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop) return { kind: 'refused', why: 'unknown_shop' };
    await stock.lockVariants(tx, [{ shopId: shop.id, variantId }]);
    const blocks = await openBlocks(tx, { shopId: shop.id, variantId });
    if (blocks.length === 0) return { kind: 'refused', why: 'no_block' };
    const articles = new Set<string>();
    for (const { id } of blocks) for (const gtin of await stock.liftBlock(tx, id)) articles.add(gtin);
    const pieces = blocks.reduce((sum, { remaining }) => sum + remaining, 0);
    const detail = { pieces, ...(note === undefined ? {} : { note }) };
    await recordActions(tx, {
      actor,
      action: 'stock.lift_block',
      subjects: [`variant:${slug}/${variantId}`],
      detail,
      changes: [{ field: 'blocked pieces', before: pieces, after: 0 }],
    });
    const payloads = [...articles].map((gtin) => ({ gtin }));
    await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation: randomUUID() });
    return { kind: 'done', pieces };
  });
}

function openBlocks(tx: Tx, { shopId, variantId }: stock.VariantKey): Promise<z.output<typeof OpenBlock>[]> {
  return rows(
    OpenBlock,
    tx.$queryRaw`
    SELECT id, remaining FROM reservation
    WHERE shop_id = ${shopId} AND variant_id = ${variantId} AND kind = 'block' AND remaining > 0
    ORDER BY created_at, id`,
  );
}
