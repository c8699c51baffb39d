import { rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { WriteTable } from './claim-rows';

const CalledShop = z.object({ shopId: z.int() });

/**
 * A row that failed, or waits, is due at once: by support's replay of its dead letter (D23). What a call before may have
 * done is unknown until a call has an end, so it is `sending`, claimed by nobody.
 * @returns the shop that is called; null where the row has its end, or is being sent
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
