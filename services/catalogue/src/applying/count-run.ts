import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun } from '../run';
import type { LinkCounts, RunCounts } from '../run-ends';
import type { FoundChanges } from './find-changes';

const ChangedRow = z.object({ changed: z.int() });
const LinkCountsRow = z.object({
  linked: z.int(),
  unlinked: z.int(),
  invalidBarcodes: z.int(),
  duplicateBarcodes: z.int(),
});

/** The counts of the run. A variant is changed where its record, its link, its product or its stock is. */
export async function countRun(tx: Tx, run: CatalogueRun, found: FoundChanges): Promise<RunCounts> {
  const { added, reactivated, retired } = found;
  const [row] = await rows(
    ChangedRow,
    tx.$queryRaw`
    SELECT count(DISTINCT c.variant_id)::int AS changed
    FROM (
      SELECT variant_id FROM run_variant WHERE change IN ('edited', 'relinked')
      UNION ALL SELECT variant_id FROM run_stock
      UNION ALL SELECT s.variant_id FROM staged_variant s JOIN run_product p ON p.product_id = s.product_id
        WHERE s.run_id = ${run.id}::uuid
    ) c
    WHERE NOT EXISTS (SELECT FROM run_variant r
      WHERE r.variant_id = c.variant_id AND r.change IN ('added', 'reactivated'))`,
  );
  const changed = row?.changed ?? 0;
  return { added, reactivated, retired, changed, unchanged: run.variants - added - reactivated - changed };
}

/**
 * How many of the shop's active variants are linked to an article, how many are not, and how many because of a faulty
 * barcode.
 */
export async function countLinks(tx: Tx, { shopId }: CatalogueRun): Promise<LinkCounts> {
  const [row] = await rows(
    LinkCountsRow,
    tx.$queryRaw`
    SELECT count(gtin)::int AS linked, (count(*) - count(gtin))::int AS unlinked,
      count(*) FILTER (WHERE link_problem = 'invalid_barcode')::int AS "invalidBarcodes",
      count(*) FILTER (WHERE link_problem = 'duplicate_barcode')::int AS "duplicateBarcodes"
    FROM variant WHERE shop_id = ${shopId} AND state = 'active'`,
  );
  return row ?? { linked: 0, unlinked: 0, invalidBarcodes: 0, duplicateBarcodes: 0 };
}
