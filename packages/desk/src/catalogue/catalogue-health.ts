import { rows, type Sql } from '@hub/database';
import { z } from 'zod';

const HealthOfDay = z.object({
  day: z.date(),
  linked: z.int(),
  /** Of unlinked variants: without a barcode, or for a reason that is not counted separately. */
  withoutBarcode: z.int(),
  invalidBarcodes: z.int(),
  duplicateBarcodes: z.int(),
});
/** The result of a shop's catalogue on a day, by the last run accepted then. */
export type HealthOfDay = z.output<typeof HealthOfDay>;

/**
 * The linking results of a shop's catalogue, day by day (UTC), the oldest first: as far back as runs are kept (D30).
 * @param shopId the shop
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
