import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun } from '../run';

const RunCounts = z.object({ products: z.int(), variants: z.int(), fitting: z.int() });

/**
 * Whether everything that was read is staged and matches the current sheet: every variant lists exactly its locations.
 * Pages were judged by the sheet of their time, and a run may wait for days.
 */
export async function isWhole(tx: Tx, { id, sheet, products, variants }: CatalogueRun): Promise<boolean> {
  const locations = [...sheet.locations, sheet.hubNetworkLocationId];
  const [row] = await rows(
    RunCounts,
    tx.$queryRaw`
    SELECT (SELECT count(*)::int FROM staged_product WHERE run_id = ${id}::uuid) AS products,
      count(*)::int AS variants,
      (count(*) FILTER (WHERE jsonb_exists_all(inventory, ${locations})
        AND (SELECT count(*) FROM jsonb_object_keys(inventory)) = ${locations.length}))::int AS fitting
    FROM staged_variant WHERE run_id = ${id}::uuid`,
  );
  return row?.products === products && row.variants === variants && row.fitting === variants;
}
