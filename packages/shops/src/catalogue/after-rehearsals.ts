import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { requestCatalogueRun } from './catalogue-runs';

const ShopRow = z.object({ shopId: z.int() });

/**
 * Requests a catalogue run for each shop whose rehearsal took stock reports, which had no effect (D32): of one run, at
 * its end, or of all whose lease is over. The caller enqueues `catalogue.pull`.
 * @param ended.id the run that ends; without it only runs whose lease is over
 * @returns the catalogue runs
 */
export async function requestRunsAfterRehearsals(
  tx: Tx,
  ended: { shopId?: number; id?: string } = {},
): Promise<string[]> {
  const { shopId = null, id = null } = ended;
  const shops = await rows(
    ShopRow,
    tx.$queryRaw`
    UPDATE "rehearsal_run" r SET "took_stock" = false FROM "shop" s
    WHERE s."id" = r."shop_id" AND r."took_stock" AND (${shopId}::int IS NULL OR r."shop_id" = ${shopId}::int)
      AND (r."id" = ${id}::uuid OR r."lease_until" < now())
      AND s."products" = 'live'
    RETURNING r."shop_id" AS "shopId"`,
  );
  const runs: string[] = [];
  for (const shop of shops) runs.push((await requestCatalogueRun(tx, shop)).runId);
  return runs;
}
