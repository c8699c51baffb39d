import { CancellationKind, rows, ShippingOrderState, StopState, type Tx } from '@hub/database';
import { lockSellerOrder } from '@hub/orders/records';
import { z } from 'zod';
import type { OrderFacts, StopFacts } from './order-facts';

const ShippingOrderRow = z.object({
  id: z.string(),
  shopId: z.int(),
  externalRef: z.string(),
  storeOrderId: z.string().nullable(),
  state: z.enum(ShippingOrderState),
});
const PackagedRow = z.object({ id: z.string(), packaged: z.int() });
const StopRow = z.object({
  id: z.string(),
  cancellationId: z.string(),
  kind: z.enum({ ...CancellationKind, taken_back: 'taken_back' }),
  eventId: z.string(),
  requestedAt: z.date(),
  reason: z.string().nullable(),
  reference: z.string(),
  state: z.enum(StopState),
  leaseUntil: z.date().nullable(),
  attempts: z.int(),
  outcomeUnknown: z.boolean(),
  lastFailure: z.string().nullable(),
  settledAs: z.enum(StopState).nullable(),
  closesLines: z.boolean(),
  shippingOrderId: z.string(),
});
const IdRow = z.object({ id: z.string() });

/**
 * Locks a seller order and its shipping orders, in the common lock order, and reads them: shipment,
 * cancellation, routing and return of one order wait for each other here.
 */
export async function lockOrder(tx: Tx, sellerOrderId: string): Promise<OrderFacts> {
  const order = await lockSellerOrder(tx, sellerOrderId);
  if (!order) throw new Error('the seller order is gone');
  const locked = await rows(
    ShippingOrderRow,
    tx.$queryRaw`
    SELECT id, shop_id AS "shopId", external_ref AS "externalRef", store_order_id AS "storeOrderId", state::text AS state
    FROM shipping_order WHERE seller_order_id = ${sellerOrderId}::uuid ORDER BY id FOR UPDATE`,
  );
  // Separate statements: they see what was committed while this transaction waited for the locks.
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

/** The same order with its stops read again, after they were written; it is locked. */
export async function withStops(tx: Tx, order: OrderFacts): Promise<OrderFacts> {
  const stops = await readStops(tx, order.id);
  const shippingOrders = order.shippingOrders.map((shippingOrder) => ({
    ...shippingOrder,
    stop: stops.get(shippingOrder.id) ?? null,
  }));
  return { ...order, shippingOrders };
}

async function readPackaged(tx: Tx, sellerOrderId: string): Promise<Map<string, number>> {
  const found = await rows(
    PackagedRow,
    tx.$queryRaw`
    SELECT s.id, least(sum(l.packaged), 2147483647)::int AS packaged
    FROM shipping_order s JOIN shipping_order_line l ON l.shipping_order_id = s.id
    WHERE s.seller_order_id = ${sellerOrderId}::uuid GROUP BY s.id`,
  );
  return new Map(found.map(({ id, packaged }) => [id, packaged]));
}

async function readReturned(tx: Tx, sellerOrderId: string): Promise<Set<string | null>> {
  const found = await tx.return.findMany({
    where: { sellerOrderId, side: 'shipping' },
    select: { shippingOrderId: true },
  });
  return new Set(found.map(({ shippingOrderId }) => shippingOrderId));
}

async function readStops(tx: Tx, sellerOrderId: string): Promise<Map<string, StopFacts>> {
  const found = await rows(
    StopRow,
    tx.$queryRaw`
    SELECT t.id, t.shipping_order_id AS "shippingOrderId", t.cancellation_id AS "cancellationId",
      CASE WHEN c.taken_back THEN 'taken_back' ELSE c.kind::text END AS kind,
      c.event_id AS "eventId", c.requested_at AS "requestedAt", c.reason, t.reference,
      t.state::text AS state, t.lease_until AS "leaseUntil", t.attempts,
      t.attempts > 0 AND t.outcome_unknown AS "outcomeUnknown", t.last_failure AS "lastFailure",
      t.settled_as::text AS "settledAs", t.closes_lines AS "closesLines"
    FROM shipping_order s
    JOIN shipping_order_stop t ON t.shipping_order_id = s.id
    JOIN cancellation c ON c.id = t.cancellation_id
    WHERE s.seller_order_id = ${sellerOrderId}::uuid`,
  );
  return new Map(found.map(({ shippingOrderId, ...stop }) => [shippingOrderId, stop]));
}

/** The seller order that a stop belongs to; null: the stop was withdrawn. */
export async function findSellerOrderOfStop(tx: Tx, stopId: string): Promise<string | null> {
  const [row] = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT s.seller_order_id AS id FROM shipping_order_stop t JOIN shipping_order s ON s.id = t.shipping_order_id
    WHERE t.id = ${stopId}::uuid`,
  );
  return row?.id ?? null;
}
