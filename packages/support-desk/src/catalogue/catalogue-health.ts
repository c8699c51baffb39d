import { rows, type Sql } from '@hub/database';
import { z } from 'zod';

const HealthOfDay = z.object({
  day: z.date(),
  linked: z.int(),
  /** Of variants that are not linked: without a barcode, or of a reason that is not counted apart. */
  withoutBarcode: z.int(),
  invalidBarcodes: z.int(),
  duplicateBarcodes: z.int(),
});
/** What a shop's catalogue came to on a day, by the last run that was accepted then. */
export type HealthOfDay = z.output<typeof HealthOfDay>;

/**
 * How the linking of a shop's catalogue went, day by day (UTC), the oldest first: as far back as runs are kept (D30).
 * @param shopId whose
 */
export function readCatalogueHealth(db: Sql, shopId: number): Promise<HealthOfDay[]> {
  return rows(
    HealthOfDay,
    db.$queryRaw`
    SELECT DISTINCT ON (day) date_trunc('day', finished_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS day, linked,
      unlinked - invalid_barcodes - duplicate_barcodes AS "withoutBarcode", invalid_barcodes AS "invalidBarcodes",
      duplicate_barcodes AS "duplicateBarcodes"
    FROM catalogue_run WHERE shop_id = ${shopId} AND state = 'accepted'
    ORDER BY day, finished_at DESC`,
  );
}
