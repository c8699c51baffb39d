import { rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { WriteTable } from './claim-rows';

const CalledShop = z.object({ shopId: z.int() });

/**
 * A row that failed, or waits, is due at once: by support's replay of its failed message (D23). The effect of an
 * earlier call is unknown until a call has a result, so it is `sending`, unclaimed.
 * @returns the shop to call; null if the row has its result, or is being sent
 */
export async function resumeRow(
  tx: Sql,
  table: WriteTable,
  resumed: { id: string; now: number },
): Promise<number | null> {
  const at = new Date(resumed.now);
  const [row] = await rows(
    CalledShop,
    tx.$queryRaw`
    UPDATE ${table.name} n SET state = (CASE n.state WHEN 'due' THEN 'due' ELSE 'sending' END)::${table.stateType},
      lease_until = NULL, next_attempt_at = ${at}
    WHERE n.id = ${resumed.id}::uuid
      AND (n.state IN ('due', 'failed') OR (n.state = 'sending' AND (n.lease_until IS NULL OR n.lease_until <= ${at})))
    RETURNING n.called_shop_id AS "shopId"`,
  );
  return row?.shopId ?? null;
}
