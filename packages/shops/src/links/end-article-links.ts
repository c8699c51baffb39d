import { rows, type Prisma, type Tx } from '@hub/database';
import { z } from 'zod';

const EndedLink = z.object({
  shopId: z.int(),
  /** The article that the link gave. */
  gtin: z.string(),
  /** The article of the variant's own barcode; null: none. */
  barcodeGtin: z.string().nullable(),
});
export type EndedLink = z.output<typeof EndedLink>;

/**
 * Ends links made by people: each variant goes by its own barcode again, unless another active variant of its shop has
 * that article (D14). The rows of the variants and of their shops are locked.
 * @param condition on `article_link l`
 */
export async function endArticleLinks(tx: Tx, condition: Prisma.Sql): Promise<EndedLink[]> {
  return rows(
    EndedLink,
    tx.$queryRaw`
    WITH ended AS (DELETE FROM article_link l WHERE ${condition} RETURNING l.*)
    UPDATE variant v SET gtin = CASE WHEN twin.found THEN NULL ELSE e.barcode_gtin END,
      link_problem = CASE WHEN twin.found THEN 'duplicate_barcode' ELSE e.link_problem END
    FROM ended e
    CROSS JOIN LATERAL (SELECT EXISTS (
      SELECT FROM variant t WHERE t.shop_id = e.shop_id AND t.gtin = e.barcode_gtin AND t.state = 'active'
        AND t.variant_id <> e.variant_id) AS found) twin
    WHERE v.shop_id = e.shop_id AND v.variant_id = e.variant_id
    RETURNING v.shop_id AS "shopId", e.gtin, v.gtin AS "barcodeGtin"`,
  );
}

/** What a change of links needs recalculated (D16): articles, and shops that have variants without an article now. */
export function affectedByEnded(ended: readonly EndedLink[]): { articles: string[]; shopIds: number[] } {
  const articles = ended.flatMap(({ gtin, barcodeGtin }) =>
    barcodeGtin === null ? [gtin] : [gtin, barcodeGtin],
  );
  // A variant without an article gets its quantity zeroed through its shop: no article's calculation includes it.
  const shopIds = ended.filter(({ barcodeGtin }) => barcodeGtin === null).map(({ shopId }) => shopId);
  return { articles: [...new Set(articles)], shopIds: [...new Set(shopIds)] };
}
