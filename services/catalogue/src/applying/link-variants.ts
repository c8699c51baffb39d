import type { Tx } from '@hub/database';
import type { CatalogueRun } from '../run';
import { keepLinksByPeople } from './links-by-people';

/**
 * Links staged variants by barcode (D14): of two variants with the same GTIN, neither. A variant whose link changed
 * although its record did not becomes a change too: it had a twin, or has one now.
 */
export async function linkVariants(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE staged_variant s SET gtin = NULL, link_problem = 'duplicate_barcode'
    FROM (
      SELECT gtin FROM staged_variant WHERE run_id = ${id}::uuid AND gtin IS NOT NULL
      GROUP BY gtin HAVING count(*) > 1
    ) twice
    WHERE s.run_id = ${id}::uuid AND s.gtin = twice.gtin`;
  await keepLinksByPeople(tx, { id, shopId });
  await tx.$executeRaw`
    INSERT INTO run_variant (variant_id, change, touches_links)
    SELECT s.variant_id, 'relinked', true
    FROM staged_variant s JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND (v.gtin, v.link_problem) IS DISTINCT FROM (s.gtin, s.link_problem)
      AND NOT EXISTS (SELECT FROM run_variant r WHERE r.variant_id = s.variant_id)`;
}
