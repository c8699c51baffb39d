import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const CatalogueFault = z.object({
  /** Increases along the list: `after` of the next page. */
  id: z.bigint().transform(String),
  page: z.int(),
  productId: z.string().nullable(),
  variantId: z.string().nullable(),
  field: z.string(),
  message: z.string(),
});

/** One fault of a shop's latest catalogue run: its place and problem, never the value (D14). */
export type CatalogueFault = z.output<typeof CatalogueFault>;

/** Those of the latest run of a shop, in the order of its pages. @param query.shop its slug */
export async function listCatalogueFaults(
  db: Database,
  query: { shop: string; after?: string | undefined; limit: number },
): Promise<CatalogueFault[]> {
  const after = query.after !== undefined && /^\d{1,18}$/.test(query.after) ? BigInt(query.after) : 0n;
  return rows(
    CatalogueFault,
    db.$queryRaw`
    SELECT f.id, f.page, f.product_id AS "productId", f.variant_id AS "variantId", f.field, f.message
    FROM catalogue_fault f
    WHERE f.id > ${after} AND f.run_id = (
      SELECT r.id FROM catalogue_run r JOIN shop s ON s.id = r.shop_id
      WHERE s.slug = ${query.shop} ORDER BY r.requested_at DESC LIMIT 1
    )
    ORDER BY f.id LIMIT ${query.limit}`,
  );
}
