import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const LineId = z.object({ id: z.string() });

/** `allocate`: lines that found a shop are allocated; the others record why they wait, and for which article. */
export async function allocateLines(
  tx: Tx,
  order: {
    sellerOrderId: string;
    placements: number;
    lines: readonly { orderLineId: string; waitsFor: string | null; gtin: string | null }[];
  },
): Promise<void> {
  const { sellerOrderId, placements, lines } = order;
  await tx.$executeRaw`
    UPDATE order_line l
    SET state = CASE WHEN d.reason IS NULL THEN 'allocated'::order_line_state ELSE l.state END,
      waiting_reason = d.reason, gtin = CASE WHEN d.reason IS NULL THEN NULL ELSE d.gtin END
    FROM unnest(${lines.map((line) => line.orderLineId)}::uuid[], ${lines.map((line) => line.waitsFor)}::text[],
      ${lines.map((line) => line.gtin)}::text[]) AS d (id, reason, gtin)
    WHERE l.id = d.id AND l.state = 'waiting'`;
  if (placements === 0) return;
  await tx.$executeRaw`
    UPDATE seller_order SET placements = placements + ${placements} WHERE id = ${sellerOrderId}::uuid`;
}

/**
 * `ship`: pieces in a package count for their lines; a line is complete once its quantities add up (D11), and a shipping
 * order once its lines are. The caller holds the shipping order's lock.
 */
export async function countPackaged(
  tx: Tx,
  lines: readonly { lineId: string; quantity: number }[],
): Promise<void> {
  const ids = lines.map(({ lineId }) => lineId);
  await tx.$executeRaw`
    UPDATE shipping_order_line s SET packaged = s.packaged + p.quantity
    FROM unnest(${ids}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[]) AS p (id, quantity)
    WHERE s.id = p.id`;
  await tx.$executeRaw`
    UPDATE order_line o SET state = 'shipped' FROM shipping_order_line s
    WHERE s.id = ANY (${ids}::uuid[]) AND s.order_line_id = o.id
      AND s.packaged = s.quantity AND o.state = 'allocated'`;
  await tx.$executeRaw`
    UPDATE shipping_order s SET packed_at = now()
    WHERE s.id IN (SELECT shipping_order_id FROM shipping_order_line WHERE id = ANY (${ids}::uuid[]))
      AND NOT EXISTS (
        SELECT FROM shipping_order_line l WHERE l.shipping_order_id = s.id AND l.packaged < l.quantity)`;
}

/**
 * `giveBack`: lines of a shipping order that has ended wait for routing again, unless their order is cancelled.
 * @returns how many
 */
export async function giveLinesBack(tx: Tx, shippingOrderId: string): Promise<number> {
  return tx.$executeRaw`
    WITH given AS (
      SELECT l.id FROM order_line l JOIN shipping_order_line h ON h.order_line_id = l.id
      WHERE h.shipping_order_id = ${shippingOrderId}::uuid AND l.state = 'allocated'
      ORDER BY l.id FOR UPDATE OF l
    )
    UPDATE order_line l SET state = 'waiting', waiting_reason = NULL FROM given WHERE l.id = given.id`;
}

/** `closeTaken`: lines of a shipping order that a lead took back to close them (D38). */
export async function closeGivenLines(tx: Tx, shippingOrderId: string, now: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE order_line l SET state = 'unfulfillable', closed_at = ${new Date(now)}
    FROM shipping_order_line h
    WHERE h.shipping_order_id = ${shippingOrderId}::uuid AND h.order_line_id = l.id AND l.state = 'allocated'`;
}

/** The lines of a shipping order are never again given to its shop, which refused or cannot ship them (D12, D19). */
export async function excludeShop(tx: Tx, shippingOrder: { id: string; shopId: number }): Promise<void> {
  await tx.$executeRaw`
    UPDATE order_line l SET excluded_shops = array_append(l.excluded_shops, ${shippingOrder.shopId}::int)
    FROM shipping_order_line h
    WHERE h.shipping_order_id = ${shippingOrder.id}::uuid AND h.order_line_id = l.id
      AND NOT ${shippingOrder.shopId}::int = ANY (l.excluded_shops)`;
}

/** An excluded shop is a candidate for a line again: people decided so. */
export async function readmitShop(tx: Tx, line: { lineId: string; shopId: number }): Promise<void> {
  await tx.$executeRaw`
    UPDATE order_line SET excluded_shops = array_remove(excluded_shops, ${line.shopId}::int), waiting_reason = NULL
    WHERE id = ${line.lineId}::uuid`;
}

/**
 * `stop`: the open lines of an order that no shipping order holds any more: those that waited, and those whose shipping
 * order was stopped. One that its shop refused holds its line until its own stop ends: if the order is not cancelled
 * after all, the line is as routing left it. Own lines, which the shop ships itself, are unchanged.
 * @returns those with an alert to support while they waited
 */
export async function stopFreeLines(tx: Tx, sellerOrderId: string): Promise<string[]> {
  const found = await rows(
    LineId,
    tx.$queryRaw`
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
      SELECT id FROM free WHERE waiting_reason IS NOT NULL`,
  );
  return found.map(({ id }) => id);
}

/**
 * `reopen`: the order is not cancelled after all, and its lines that no shipping order holds wait for routing again.
 * Only a cancellation of the whole order stops lines, so all stopped ones belong to it; one whose shipping order was
 * stopped while its stop was still open had not stopped yet.
 * @returns how many
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

/** `close`: no shop is searched for any more (D19). */
export async function closeOrderLine(tx: Tx, id: string, now: number): Promise<void> {
  await tx.orderLine.update({
    where: { id, state: 'waiting' },
    data: { state: 'unfulfillable', waitingReason: null, gtin: null, closedAt: new Date(now) },
    select: { id: true },
  });
}

/** Of shipping orders, for their reservations. */
export async function shippingOrderLineIds(tx: Tx, shippingOrderIds: readonly string[]): Promise<string[]> {
  const lines = await tx.shippingOrderLine.findMany({
    where: { shippingOrderId: { in: [...shippingOrderIds] } },
    select: { id: true },
  });
  return lines.map(({ id }) => id);
}
