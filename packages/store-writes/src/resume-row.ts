import { rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { WriteTable } from './claim-rows';

const CalledShop = z.object({ shopId: z.int() });

/**
 * A row that failed, or waits, is due at once: by support's replay of its failed message (D23). What is known of its
 * earlier calls stays; a claim whose lease ran out has an unknown outcome.
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
    UPDATE ${table.name} n SET state = 'due', outcome_unknown = n.outcome_unknown OR n.state = 'sending',
      lease_until = NULL, next_attempt_at = ${at}
    WHERE n.id = ${resumed.id}::uuid
      AND (n.state IN ('due', 'failed') OR (n.state = 'sending' AND (n.lease_until IS NULL OR n.lease_until <= ${at})))
    RETURNING n.called_shop_id AS "shopId"`,
  );
  return row?.shopId ?? null;
}
