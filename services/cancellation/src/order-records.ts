import type { Tx } from '@hub/database';
import type { OrderFacts, ShippingOrderFacts, StopFacts } from './order-facts';

/**
 * Locks a seller order and its shipping orders, in the order in which everybody must, and reads them: shipment,
 * cancellation, routing and return of one order wait for each other here.
 */
export async function lockOrder(tx: Tx, sellerOrderId: string): Promise<OrderFacts> {
  const [order] = await tx.$queryRaw<Omit<OrderFacts, 'shippingOrders'>[]>`
    SELECT id, shop_id AS "shopId", order_id AS "orderId", state::text AS state
    FROM seller_order WHERE id = ${sellerOrderId}::uuid FOR UPDATE`;
  if (!order) throw new Error('the seller order is gone');
  const locked = await tx.$queryRaw<Omit<ShippingOrderFacts, 'packaged' | 'returned' | 'stop'>[]>`
    SELECT id, shop_id AS "shopId", external_ref AS "externalRef", store_order_id AS "storeOrderId", state::text AS state
    FROM shipping_order WHERE seller_order_id = ${sellerOrderId}::uuid ORDER BY id FOR UPDATE`;
  // Statements of their own: what was committed while this transaction waited for the locks is seen by them.
  const packaged = await readPackaged(tx, sellerOrderId);
  const returned = await readReturned(tx, sellerOrderId);
  const stops = await readStops(tx, sellerOrderId);
  const shippingOrders = locked.map((shippingOrder) => ({
    ...shippingOrder,
    packaged: packaged.get(shippingOrder.id) ?? 0,
    returned: returned.has(shippingOrder.id),
    stop: stops.get(shippingOrder.id) ?? null,
  }));
  return { ...order, shippingOrders };
}

/** The same order with its stops read anew, after they were written; it is locked. */
export async function withStops(tx: Tx, order: OrderFacts): Promise<OrderFacts> {
  const stops = await readStops(tx, order.id);
  const shippingOrders = order.shippingOrders.map((shippingOrder) => ({
    ...shippingOrder,
    stop: stops.get(shippingOrder.id) ?? null,
  }));
  return { ...order, shippingOrders };
}

async function readPackaged(tx: Tx, sellerOrderId: string): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ id: string; packaged: number }[]>`
    SELECT s.id, least(sum(l.packaged), 2147483647)::int AS packaged
    FROM shipping_order s JOIN shipping_order_line l ON l.shipping_order_id = s.id
    WHERE s.seller_order_id = ${sellerOrderId}::uuid GROUP BY s.id`;
  return new Map(rows.map(({ id, packaged }) => [id, packaged]));
}

async function readReturned(tx: Tx, sellerOrderId: string): Promise<Set<string | null>> {
  const rows = await tx.return.findMany({
    where: { sellerOrderId, side: 'shipping' },
    select: { shippingOrderId: true },
  });
  return new Set(rows.map(({ shippingOrderId }) => shippingOrderId));
}

async function readStops(tx: Tx, sellerOrderId: string): Promise<Map<string, StopFacts>> {
  const rows = await tx.$queryRaw<(StopFacts & { shippingOrderId: string })[]>`
    SELECT t.id, t.shipping_order_id AS "shippingOrderId", t.cancellation_id AS "cancellationId",
      c.kind::text AS kind, c.event_id AS "eventId", c.requested_at AS "requestedAt", c.reason, t.reference,
      t.state::text AS state, t.lease_until AS "leaseUntil", t.attempts, t.last_failure AS "lastFailure",
      t.settled_as::text AS "settledAs"
    FROM shipping_order s
    JOIN shipping_order_stop t ON t.shipping_order_id = s.id
    JOIN cancellation c ON c.id = t.cancellation_id
    WHERE s.seller_order_id = ${sellerOrderId}::uuid`;
  return new Map(rows.map(({ shippingOrderId, ...stop }) => [shippingOrderId, stop]));
}

/** What an order id of a shop names. */
export type CancellationTarget =
  | { kind: 'seller_order'; sellerOrderId: string }
  | { kind: 'shipping_order'; sellerOrderId: string; shippingOrderId: string }
  /** Unknown, but it may be the id of a shipping order whose placement has no known outcome (D11). */
  | { kind: 'placement_unknown' }
  | { kind: 'unknown' };

/**
 * Finds what a shop means by an order id, in one look, so that a placement ending at this moment is seen as one or the
 * other. An id of both kinds is the shipping order's: we have it from the shop's own receipt, while the seller order
 * can only be the platform's echo of it that lost its loop guard.
 * @param named.lastAttemptAfter placements attempted before that have had their time (D11)
 */
export async function findTarget(
  tx: Tx,
  named: { shopId: number; orderId: string; lastAttemptAfter: Date },
): Promise<CancellationTarget> {
  const { shopId, orderId, lastAttemptAfter } = named;
  const [found] = await tx.$queryRaw<TargetRow[]>`
    SELECT o.id AS "sellerOrderId", s.id AS "shippingOrderId", s.seller_order_id AS "itsSellerOrderId",
      EXISTS (SELECT 1 FROM shipping_order u WHERE u.shop_id = ${shopId} AND u.store_order_id IS NULL
        AND u.state IN ('sending', 'disputed') AND u.last_attempt_at > ${lastAttemptAfter}) AS "placementUnknown"
    FROM (SELECT) AS one
    LEFT JOIN seller_order o ON o.shop_id = ${shopId} AND o.order_id = ${orderId}
    LEFT JOIN shipping_order s ON s.shop_id = ${shopId} AND s.store_order_id = ${orderId}`;
  const { sellerOrderId, shippingOrderId, itsSellerOrderId, placementUnknown } = found ?? {};
  if (shippingOrderId && itsSellerOrderId)
    return { kind: 'shipping_order', sellerOrderId: itsSellerOrderId, shippingOrderId };
  if (sellerOrderId) return { kind: 'seller_order', sellerOrderId };
  return { kind: placementUnknown ? 'placement_unknown' : 'unknown' };
}

interface TargetRow {
  sellerOrderId: string | null;
  shippingOrderId: string | null;
  itsSellerOrderId: string | null;
  placementUnknown: boolean;
}

/** The seller order that a stop belongs to; null: the stop was withdrawn. */
export async function findSellerOrderOfStop(tx: Tx, stopId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT s.seller_order_id AS id FROM shipping_order_stop t JOIN shipping_order s ON s.id = t.shipping_order_id
    WHERE t.id = ${stopId}::uuid`;
  return row?.id ?? null;
}

/** `stopped`: the whole order is; `accepted` again: the cancellation was overruled. */
export async function setOrderState(
  tx: Tx,
  sellerOrderId: string,
  state: 'accepted' | 'stopping' | 'stopped',
): Promise<void> {
  await tx.sellerOrder.update({ where: { id: sellerOrderId }, data: { state } });
}

/** From now on nothing of these that is unattempted is placed (D21). */
export async function requestStop(tx: Tx, shippingOrderIds: readonly string[], now: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET stop_requested_at = ${new Date(now)}
    WHERE id = ANY (${shippingOrderIds}::uuid[]) AND stop_requested_at IS NULL`;
}

/** The order stands: what was not stopped of it goes its way. */
export async function withdrawStopRequests(tx: Tx, shippingOrderIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET stop_requested_at = NULL
    WHERE id = ANY (${shippingOrderIds}::uuid[]) AND state <> 'stopped'`;
}

export async function markShippingOrdersStopped(
  tx: Tx,
  shippingOrderIds: readonly string[],
  now: number,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET state = 'stopped', ended_at = ${new Date(now)}, lease_until = NULL, next_attempt_at = NULL
    WHERE id = ANY (${shippingOrderIds}::uuid[]) AND state <> 'stopped'`;
}
