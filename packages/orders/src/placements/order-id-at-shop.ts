import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';

/**
 * Whether a shop uses an id for another of its shipping orders: as its id, or as one by which it named it before (D11,
 * D18). The caller has locked the id (`lockSellerOrderId`).
 * @param named.shippingOrderId of the shipping order that is to have the id
 */
export function usesIdForAnother(named: {
  shopId: Prisma.Sql | number;
  orderId: Prisma.Sql | string;
  shippingOrderId: Prisma.Sql;
}): Prisma.Sql {
  const { shopId, orderId, shippingOrderId } = named;
  return Prisma.sql`(EXISTS (
      SELECT FROM shipping_order other
      WHERE other.shop_id = ${shopId} AND other.store_order_id = ${orderId} AND other.id <> ${shippingOrderId} OFFSET 0)
    OR EXISTS (
      SELECT FROM shipping_order_alias alias
      WHERE alias.shop_id = ${shopId} AND alias.order_id = ${orderId} AND alias.shipping_order_id <> ${shippingOrderId}
      OFFSET 0))`;
}

/** The same, as a separate statement. */
export async function isIdTaken(
  tx: Tx,
  { shippingOrderId, ...named }: { shopId: number; orderId: string; shippingOrderId: string },
): Promise<boolean> {
  const taken = usesIdForAnother({ ...named, shippingOrderId: Prisma.sql`${shippingOrderId}::uuid` });
  const [row] = await rows(z.object({ taken: z.boolean() }), tx.$queryRaw`SELECT ${taken} AS taken`);
  return row?.taken ?? false;
}

const RenamedRow = z.object({ alias: z.string() });

/**
 * A receipt names a placed shipping order by another id than its shop did before: the receipt's id is the order's, and
 * the former one stays an alias (D11).
 * @returns the alias; null if nothing is renamed: it is not placed, or the receipt's id is another order's
 */
export async function renameOrder(
  tx: Tx,
  renamed: { shippingOrderId: string; shopId: number; storeOrderId: string },
): Promise<string | null> {
  const { shippingOrderId, shopId, storeOrderId } = renamed;
  const taken = usesIdForAnother({ shopId, orderId: storeOrderId, shippingOrderId: Prisma.sql`s.id` });
  const [row] = await rows(
    RenamedRow,
    tx.$queryRaw`
    WITH named AS MATERIALIZED (
      SELECT s.id, s.store_order_id FROM shipping_order s
      WHERE s.id = ${shippingOrderId}::uuid AND s.state = 'placed' AND s.store_order_id <> ${storeOrderId} AND NOT ${taken}
      FOR UPDATE
    ), renamed AS (
      UPDATE shipping_order s SET store_order_id = ${storeOrderId} FROM named WHERE s.id = named.id
    )
    INSERT INTO shipping_order_alias (shop_id, order_id, shipping_order_id)
    SELECT ${shopId}, named.store_order_id, named.id FROM named
    ON CONFLICT (shop_id, order_id) DO UPDATE SET shipping_order_id = excluded.shipping_order_id
    RETURNING order_id AS alias`,
  );
  return row?.alias ?? null;
}
