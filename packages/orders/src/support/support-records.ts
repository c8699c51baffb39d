import { Prisma, type OrderLineState, type SellerOrderState, type Tx } from '@hub/database';
import { isSuspended } from '@hub/stock';
import { holdsItsLines } from '../states/holds-its-lines';
import type { RerouteFacts } from './decide-reroute';

/** A shop's `Reachability`. @param alias of table `shop` in the query around it */
export function reachability(alias: string): Prisma.Sql {
  const shop = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${shop}.orders IN ('off', 'dry_run') THEN 'switched_off'
    WHEN ${isSuspended(alias)} THEN 'suspended' ELSE 'callable' END`;
}

/** A shipping order that support looks at, locked. */
export interface LockedShippingOrder extends RerouteFacts {
  id: string;
  sellerOrderId: string;
  shopId: number;
  shopSlug: string;
  /** The store's own id of it; null: not known. */
  storeOrderId: string | null;
  lastFailure: string | null;
  correlation: string;
  lines: { id: string; lineItemId: string }[];
}

/** Locks the seller order, then its shipping order: the fixed order of locks. Null: no such reference. */
export async function lockByReference(
  tx: Tx,
  { reference, now }: { reference: string; now: number },
): Promise<LockedShippingOrder | null> {
  await tx.$executeRaw`
    SELECT 1 FROM seller_order
    WHERE id = (SELECT seller_order_id FROM shipping_order WHERE external_ref = ${reference}) FOR UPDATE`;
  const [row] = await tx.$queryRaw<Omit<LockedShippingOrder, 'lines'>[]>`
    SELECT s.id, s.seller_order_id AS "sellerOrderId", s.shop_id AS "shopId", shop.slug AS "shopSlug",
      s.store_order_id AS "storeOrderId",
      o.state::text AS "orderState", s.state::text AS state, s.failed_at IS NOT NULL AS "gaveUp",
      coalesce(s.lease_until > ${new Date(now)}, false) AS "underWay",
      s.stop_requested_at IS NOT NULL AS "stopRequested", s.last_failure AS "lastFailure", o.correlation,
      EXISTS (SELECT 1 FROM package p WHERE p.shipping_order_id = s.id) AS "hasPackage",
      ${reachability('shop')} AS "shopIs",
      ${holdsItsLines('s')} AS "holdsItsLines"
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shop ON shop.id = s.shop_id
    WHERE s.external_ref = ${reference}
    FOR UPDATE OF s`;
  if (!row) return null;
  const lines = await tx.$queryRaw<LockedShippingOrder['lines']>`
    SELECT l.id, ol.line_item_id AS "lineItemId"
    FROM shipping_order_line l JOIN order_line ol ON ol.id = l.order_line_id
    WHERE l.shipping_order_id = ${row.id}::uuid ORDER BY l.position`;
  return { ...row, lines };
}

/** Lines of a shipping order wait for routing again. @param order.excluded they never go to its shop again */
export async function giveLinesBack(
  tx: Tx,
  order: { id: string; shopId: number; excluded: boolean },
): Promise<void> {
  const { id, shopId, excluded } = order;
  await tx.$executeRaw`
    WITH given AS (
      SELECT ol.id FROM order_line ol JOIN shipping_order_line l ON l.order_line_id = ol.id
      WHERE l.shipping_order_id = ${id}::uuid AND ol.state = 'allocated'
      ORDER BY ol.id FOR UPDATE OF ol
    )
    UPDATE order_line ol SET state = 'waiting', waiting_reason = NULL,
      excluded_shops = CASE WHEN ${excluded}
        THEN array_append(array_remove(ol.excluded_shops, ${shopId}::int), ${shopId}::int)
        ELSE ol.excluded_shops END
    FROM given WHERE ol.id = given.id`;
}

/** It is never sent any more. @param end.failure what is kept as its last failure; null: left as it was */
export async function endForGood(
  tx: Tx,
  end: { shippingOrderId: string; failure: string | null; now: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET state = 'stopped', ended_at = ${new Date(end.now)}, next_attempt_at = NULL,
      lease_until = NULL, last_failure = coalesce(${end.failure}, last_failure)
    WHERE id = ${end.shippingOrderId}::uuid AND state IN ('planned', 'sending', 'disputed')`;
}

/** A line and its order, locked. Null: the order has no such line. */
export async function lockLine(
  tx: Tx,
  line: { sellerOrderId: string; lineItemId: string },
): Promise<{ id: string; orderState: SellerOrderState; lineState: OrderLineState } | null> {
  const { sellerOrderId, lineItemId } = line;
  await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${sellerOrderId}::uuid FOR UPDATE`;
  const [row] = await tx.$queryRaw<{ id: string; orderState: SellerOrderState; lineState: OrderLineState }[]>`
    SELECT l.id, o.state::text AS "orderState", l.state::text AS "lineState"
    FROM order_line l JOIN seller_order o ON o.id = l.seller_order_id
    WHERE l.seller_order_id = ${sellerOrderId}::uuid AND l.line_item_id = ${lineItemId}
    FOR UPDATE OF l`;
  return row ?? null;
}
