import type { Sql } from '@hub/database';
import { z } from 'zod';

const Rows = z.array(z.object({ stored: z.boolean() }));

/** Which of some orders are stored, by selling shop and its own id. */
export async function findStoredOrders(
  tx: Sql,
  orders: readonly { shopId: number; orderId: string }[],
): Promise<boolean[]> {
  const rows = Rows.parse(
    await tx.$queryRaw`
      SELECT EXISTS (SELECT FROM seller_order o WHERE o.shop_id = k.shop_id AND o.order_id = k.order_id OFFSET 0) AS stored
      FROM unnest(
        ${orders.map(({ shopId }) => shopId)}::int[],
        ${orders.map(({ orderId }) => orderId)}::text[]
      ) WITH ORDINALITY AS k (shop_id, order_id, position)
      ORDER BY k.position`,
  );
  return rows.map(({ stored }) => stored);
}
