import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun } from '../run';

const TakenRow = z.object({
  subject: z.string(),
  variantId: z.string(),
  taken: z.boolean(),
});

/**
 * Raises an alert for each variant that came back to an article taken in the meantime (D14), and closes those of variants
 * that are linked again, have another barcode or are retired.
 */
export async function reportTakenArticles(
  tx: Tx,
  { shopId, slug }: Pick<CatalogueRun, 'shopId' | 'slug'>,
): Promise<void> {
  const found = await rows(
    TakenRow,
    tx.$queryRaw`
    SELECT coalesce(taken.subject, alerted.subject) AS subject, coalesce(taken.variant_id, '') AS "variantId",
      taken.subject IS NOT NULL AS taken
    FROM (
      SELECT variant_id, 'variant:' || ${slug} || '/' || variant_id AS subject FROM variant
      WHERE shop_id = ${shopId} AND gtin IS NULL AND state = 'active' AND link_problem = 'article_taken'
    ) taken
    FULL JOIN (
      SELECT subject FROM alert WHERE kind = 'article_taken' AND shop_id = ${shopId} AND state <> 'resolved'
    ) alerted ON alerted.subject = taken.subject
    WHERE taken.subject IS NULL OR alerted.subject IS NULL`,
  );
  await raiseAlerts(
    tx,
    found
      .filter(({ taken }) => taken)
      .map(({ subject, variantId }) => ({
        kind: 'article_taken',
        subject,
        shopId,
        message: `Variant ${variantId} of ${slug} came back, but another variant of the shop has its article now: it is not linked.`,
      })),
  );
  await resolveAlerts(
    tx,
    'article_taken',
    found.filter(({ taken }) => !taken).map(({ subject }) => subject),
  );
}
