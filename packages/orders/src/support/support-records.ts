import { OrderLineState, Prisma, rows, SellerOrderState, ShippingOrderState, type Tx } from '@hub/database';
import { isSuspended } from '@hub/stock';
import { z } from 'zod';
import { lockSellerOrder, lockSellerOrderOfReference } from '../records/lock-order';
import { holdsItsLines } from '../states/holds-its-lines';
import { hasGivenUp, Reachability, type RerouteFacts } from './decide-reroute';

/** A shop's `Reachability`. @param alias of table `shop` in the query around it */
export function reachability(alias: string): Prisma.Sql {
  const shop = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${shop}.orders IN ('off', 'dry_run') THEN 'switched_off'
    WHEN ${isSuspended(alias)} THEN 'suspended' ELSE 'callable' END`;
}

const LockedRow = z.object({
  id: z.string(),
  sellerOrderId: z.string(),
  shopId: z.int(),
  shopSlug: z.string(),
  /** The store's own id of it; null: not known. */
  storeOrderId: z.string().nullable(),
  orderState: z.enum(SellerOrderState),
  state: z.enum(ShippingOrderState),
  isFailed: z.boolean(),
  underWay: z.boolean(),
  stopRequested: z.boolean(),
  lastFailure: z.string().nullable(),
  correlation: z.string(),
  hasPackage: z.boolean(),
  shopIs: Reachability,
  holdsItsLines: z.boolean(),
});
const LineRow = z.object({ id: z.string(), lineItemId: z.string() });
const LockedLine = z.object({
  id: z.string(),
  orderState: z.enum(SellerOrderState),
  lineState: z.enum(OrderLineState),
});

/** A shipping order that support handles, locked. */
export interface LockedShippingOrder extends RerouteFacts, z.output<typeof LockedRow> {
  lines: z.output<typeof LineRow>[];
}

/** Locks the seller order, then its shipping order: the fixed order of locks. Null: no such reference. */
export async function lockByReference(
  tx: Tx,
  { reference, now }: { reference: string; now: number },
): Promise<LockedShippingOrder | null> {
  await lockSellerOrderOfReference(tx, reference);
  const [row] = await rows(
    LockedRow,
    tx.$queryRaw`
    SELECT s.id, s.seller_order_id AS "sellerOrderId", s.shop_id AS "shopId", shop.slug AS "shopSlug",
      s.store_order_id AS "storeOrderId",
      o.state::text AS "orderState", s.state::text AS state, s.failed_at IS NOT NULL AS "isFailed",
      coalesce(s.lease_until > ${new Date(now)}, false) AS "underWay",
      s.stop_requested_at IS NOT NULL AS "stopRequested", s.last_failure AS "lastFailure", o.correlation,
      EXISTS (SELECT 1 FROM package p WHERE p.shipping_order_id = s.id) AS "hasPackage",
      ${reachability('shop')} AS "shopIs",
      ${holdsItsLines('s')} AS "holdsItsLines"
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shop ON shop.id = s.shop_id
    WHERE s.external_ref = ${reference}
    FOR UPDATE OF s`,
  );
  if (!row) return null;
  const lines = await rows(
    LineRow,
    tx.$queryRaw`
    SELECT l.id, ol.line_item_id AS "lineItemId"
    FROM shipping_order_line l JOIN order_line ol ON ol.id = l.order_line_id
    WHERE l.shipping_order_id = ${row.id}::uuid ORDER BY l.position`,
  );
  return { ...row, gaveUp: hasGivenUp(row), lines };
}

/** A line and its order, locked. Null: the order has no such line. */
export async function lockLine(
  tx: Tx,
  line: { sellerOrderId: string; lineItemId: string },
): Promise<z.output<typeof LockedLine> | null> {
  const { sellerOrderId, lineItemId } = line;
  await lockSellerOrder(tx, sellerOrderId);
  const [row] = await rows(
    LockedLine,
    tx.$queryRaw`
    SELECT l.id, o.state::text AS "orderState", l.state::text AS "lineState"
    FROM order_line l JOIN seller_order o ON o.id = l.seller_order_id
    WHERE l.seller_order_id = ${sellerOrderId}::uuid AND l.line_item_id = ${lineItemId}
    FOR UPDATE OF l`,
  );
  return row ?? null;
}
