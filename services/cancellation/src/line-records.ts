import type { Tx } from '@hub/database';

/**
 * Stops the open lines of an order that no shipping order holds any more: those that waited, and those whose shipping
 * order was stopped. One that its shop refused holds its line until its own stop ends: should the order stand, it is
 * as routing left it. Own lines, which the shop ships itself, stay as they are.
 * @returns those of them that support was told of while they waited
 */
export async function stopFreeLines(tx: Tx, sellerOrderId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH free AS (
      SELECT l.id, l.waiting_reason FROM order_line l
      WHERE l.seller_order_id = ${sellerOrderId}::uuid AND l.state IN ('waiting', 'allocated')
        AND NOT EXISTS (
          SELECT 1 FROM shipping_order_line h JOIN shipping_order s ON s.id = h.shipping_order_id
          WHERE h.order_line_id = l.id AND s.state <> 'stopped')
      ORDER BY l.id FOR UPDATE OF l
    ), stopped AS (
      UPDATE order_line l SET state = 'stopped', waiting_reason = NULL FROM free WHERE l.id = free.id
    )
    SELECT id FROM free WHERE waiting_reason IS NOT NULL`;
  return rows.map(({ id }) => id);
}

/** The lines of a shipping order are never again given to its shop, which cannot ship them (D12). */
export async function excludeShop(tx: Tx, shippingOrder: { id: string; shopId: number }): Promise<void> {
  await tx.$executeRaw`
    UPDATE order_line l SET excluded_shops = array_append(l.excluded_shops, ${shippingOrder.shopId}::int)
    FROM shipping_order_line h
    WHERE h.shipping_order_id = ${shippingOrder.id}::uuid AND h.order_line_id = l.id
      AND NOT ${shippingOrder.shopId}::int = ANY (l.excluded_shops)`;
}

/** The lines of a stopped shipping order wait for routing again, while their order stands. */
export async function returnLinesToRouting(tx: Tx, shippingOrderId: string): Promise<number> {
  return tx.$executeRaw`
    UPDATE order_line l SET state = 'waiting', waiting_reason = NULL
    FROM shipping_order_line h
    WHERE h.shipping_order_id = ${shippingOrderId}::uuid AND h.order_line_id = l.id AND l.state = 'allocated'`;
}

/**
 * The order stands after all: its lines that no shipping order holds wait for routing again. Only a cancellation of the
 * whole order stops lines, so all that are stopped are this one's; one whose shipping order was stopped while its stop
 * was still open had not stopped yet.
 */
export async function reopenLines(tx: Tx, sellerOrderId: string): Promise<number> {
  return tx.$executeRaw`
    UPDATE order_line l SET state = 'waiting', waiting_reason = NULL
    WHERE l.seller_order_id = ${sellerOrderId}::uuid AND (l.state = 'stopped' OR (
      l.state = 'allocated' AND NOT EXISTS (
        SELECT 1 FROM shipping_order_line h JOIN shipping_order s ON s.id = h.shipping_order_id
        WHERE h.order_line_id = l.id AND s.state <> 'stopped')
    ))`;
}

/** Of shipping orders, for their reservations. */
export async function shippingOrderLineIds(tx: Tx, shippingOrderIds: readonly string[]): Promise<string[]> {
  const lines = await tx.shippingOrderLine.findMany({
    where: { shippingOrderId: { in: [...shippingOrderIds] } },
    select: { id: true },
  });
  return lines.map(({ id }) => id);
}
