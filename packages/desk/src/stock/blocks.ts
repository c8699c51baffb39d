import { rows, type Database } from '@hub/database';
import { z } from 'zod';

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
