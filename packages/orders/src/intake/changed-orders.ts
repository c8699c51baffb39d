import { rows, type Sql } from '@hub/database';
import { z } from 'zod';

/** A stored order that came again. */
export interface ReplayedOrder {
  shopId: number;
  orderId: string;
  /** Null: lines, amounts or address cannot be read. */
  contentSha256: string | null;
}

const Changed = z.object({ id: z.string(), shopId: z.int(), orderId: z.string() });
export type ChangedOrder = z.output<typeof Changed>;

/**
 * The orders whose replay differs from what was first received in lines, amounts or address, and of which no alert has
 * said so yet (D31). After blanking nothing is compared.
 */
export async function findChangedOrders(
  tx: Sql,
  replayed: readonly ReplayedOrder[],
): Promise<ChangedOrder[]> {
  if (replayed.length === 0) return [];
  return rows(
    Changed,
    tx.$queryRaw`
    SELECT DISTINCT ON (o.id) o.id, o.shop_id AS "shopId", o.order_id AS "orderId"
    FROM unnest(
      ${replayed.map(({ shopId }) => shopId)}::int[],
      ${replayed.map(({ orderId }) => orderId)}::text[],
      ${replayed.map(({ contentSha256 }) => contentSha256)}::text[]
    ) AS k (shop_id, order_id, content)
    CROSS JOIN LATERAL (
      SELECT * FROM seller_order o WHERE o.shop_id = k.shop_id AND o.order_id = k.order_id OFFSET 0) o
    WHERE o.blanked_at IS NULL AND o.content_sha256 <> coalesce(k.content, '')
      AND NOT EXISTS (SELECT FROM alert a WHERE a.seller_order_id = o.id AND a.kind = 'order_changed')`,
  );
}
