import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { WriteTable } from './claim-rows';
import { gatedBecause } from './decide-write-outcome';

const GatedRow = z.object({ id: z.string(), shopId: z.int() });
export type GatedRow = z.output<typeof GatedRow>;

/** The others are found at the next look, a moment later. */
const AT_ONCE = 200;

/**
 * Rows that a shop is owed and that no look has found gated before; from now on they say why they wait. Only the oldest
 * of a gated shop are claimed, but each is a parcel or a return that its customer waits for.
 */
export async function findNewlyGated(
  tx: Tx,
  table: WriteTable,
  { shopId, capability }: { shopId: number; capability: string },
): Promise<GatedRow[]> {
  const reason = gatedBecause(capability);
  return rows(
    GatedRow,
    tx.$queryRaw`
    WITH owed AS MATERIALIZED (
      SELECT d.id FROM ${table.name} d
      WHERE d.called_shop_id = ${shopId} AND d.state IN ('due', 'sending') AND d.last_failure IS DISTINCT FROM ${reason}
      ORDER BY d.id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    )
    UPDATE ${table.name} n SET last_failure = ${reason} FROM owed WHERE n.id = owed.id
    RETURNING n.id, n.called_shop_id AS "shopId"`,
  );
}
