import { rows, SellerOrderState, type Tx } from '@hub/database';
import { z } from 'zod';

const LockedSellerOrder = z.object({
  id: z.string(),
  shopId: z.int(),
  orderId: z.string(),
  state: z.enum(SellerOrderState),
});

/** A seller order, locked. */
export type LockedSellerOrder = z.output<typeof LockedSellerOrder>;

/**
 * Locks a seller order: intake, routing, placing, shipment, cancellation, returns and support of one order wait for
 * each other here, so that none has to consider what another is doing. `LOCK_ORDER` says what is locked before and
 * after it.
 * @returns null: there is none
 */
export async function lockSellerOrder(tx: Tx, id: string): Promise<LockedSellerOrder | null> {
  const [order] = await rows(
    LockedSellerOrder,
    tx.$queryRaw`
      SELECT id, shop_id AS "shopId", order_id AS "orderId", state::text AS state
      FROM seller_order WHERE id = ${id}::uuid FOR UPDATE`,
  );
  return order ?? null;
}

/** The same, for the order of the shipping order with this reference. */
export async function lockSellerOrderOfReference(tx: Tx, reference: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM seller_order
    WHERE id = (SELECT seller_order_id FROM shipping_order WHERE external_ref = ${reference}) FOR UPDATE`;
}

/** The same, for the order of a return. */
export async function lockSellerOrderOfReturn(tx: Tx, returnId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM seller_order
    WHERE id = (SELECT seller_order_id FROM "return" WHERE id = ${returnId}::uuid) FOR UPDATE`;
}
