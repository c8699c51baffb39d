import { Prisma, rows, type Tx } from '@hub/database';
import { StoredCalculation } from '@hub/orders';
import { z } from 'zod';

const SettledLinesRow = z.object({
  sellingShop: z.string(),
  shippingShop: z.string(),
  /** The selling shop's order and line. */
  orderId: z.string(),
  lineItemId: z.string(),
  /** The shipping order's reference, its line's, and the shipping shop's own id of it. */
  reference: z.string(),
  lineReference: z.string(),
  storeOrderId: z.string().nullable(),
  quantity: z.int(),
  /** When its last package left, ns since the epoch. */
  shippedAt: z.bigint(),
  calculation: z.unknown(),
});

/** Instants of a period, ns since the epoch: from `from` on, before `before`. */
export interface Period {
  from: bigint;
  before: bigint;
}

/** A line that a shop shipped for another (D24): what the selling shop owes the shipping shop for it. */
export interface SettledLine {
  sellingShop: string;
  shippingShop: string;
  /** The selling shop's order and line. */
  orderId: string;
  lineItemId: string;
  /** The shipping order's reference, its line's, and the shipping shop's own id of it. */
  reference: string;
  lineReference: string;
  storeOrderId: string | null;
  quantity: number;
  /** When its last package left, ns since the epoch. */
  shippedAt: bigint;
  calculation: StoredCalculation;
}

const ReturnedLine = z.object({
  sellingShop: z.string(),
  shippingShop: z.string(),
  orderId: z.string(),
  lineItemId: z.string(),
  lineReference: z.string(),
  storeOrderId: z.string().nullable(),
  quantity: z.int(),
  /** Both sides may report one return, each for itself. */
  reportedBy: z.string(),
  receivedAt: z.date(),
});

/** Goods of a network line that came back: listed, never reversed (D24). */
export type ReturnedLine = z.output<typeof ReturnedLine>;

/** Lines between a shop and any other that settled in a period: complete, by their last package; stopped ones never. */
export async function readSettledLines(tx: Tx, shopId: number, period: Period): Promise<SettledLine[]> {
  const found = await rows(SettledLinesRow, tx.$queryRaw(settledLinesQuery(shopId, period)));
  return found.map((row) => ({ ...row, calculation: StoredCalculation.parse(row.calculation) }));
}

/** Begins with the packages of the period, by their index: what it costs does not grow with the orders of all time. */
export function settledLinesQuery(shopId: number, period: Period): Prisma.Sql {
  return Prisma.sql`
    WITH shipped AS MATERIALIZED (
      SELECT DISTINCT pl.shipping_order_line_id AS id FROM package p JOIN package_line pl ON pl.package_id = p.id
      WHERE p.shipped_at >= ${period.from}::bigint AND p.shipped_at < ${period.before}::bigint
    )
    SELECT selling.slug AS "sellingShop", shipping.slug AS "shippingShop", o.order_id AS "orderId",
      ol.line_item_id AS "lineItemId", s.external_ref AS reference,
      l.external_ref AS "lineReference", s.store_order_id AS "storeOrderId", l.quantity, left_at.last AS "shippedAt", l.calculation
    FROM shipped JOIN shipping_order_line l ON l.id = shipped.id
    JOIN shipping_order s ON s.id = l.shipping_order_id
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN order_line ol ON ol.id = l.order_line_id
    JOIN shop selling ON selling.id = o.shop_id
    JOIN shop shipping ON shipping.id = s.shop_id
    JOIN LATERAL (
      SELECT max(p.shipped_at) AS last FROM package_line pl JOIN package p ON p.id = pl.package_id
      WHERE pl.shipping_order_line_id = l.id
    ) left_at ON left_at.last >= ${period.from}::bigint AND left_at.last < ${period.before}::bigint
    WHERE (s.shop_id = ${shopId} OR o.shop_id = ${shopId})
      AND l.packaged >= l.quantity AND s.state <> 'stopped' AND ol.state <> 'stopped'
    ORDER BY left_at.last, s.external_ref, l.position`;
}

/** Returns of network lines between a shop and any other that were reported in a period. */
export async function readReturnedLines(tx: Tx, shopId: number, period: Period): Promise<ReturnedLine[]> {
  return rows(ReturnedLine, tx.$queryRaw(returnedLinesQuery(shopId, period)));
}

export function returnedLinesQuery(shopId: number, period: Period): Prisma.Sql {
  const [from, before] = [instant(period.from), instant(period.before)];
  return Prisma.sql`
    SELECT selling.slug AS "sellingShop", shipping.slug AS "shippingShop", o.order_id AS "orderId",
      ol.line_item_id AS "lineItemId", shipper."lineReference", shipper."storeOrderId", rl.quantity, reporter.slug AS "reportedBy", r.created_at AS "receivedAt"
    FROM "return" r
    JOIN return_line rl ON rl.return_id = r.id
    JOIN order_line ol ON ol.id = rl.order_line_id
    JOIN seller_order o ON o.id = r.seller_order_id
    JOIN LATERAL (
      SELECT s.shop_id, l.external_ref AS "lineReference", s.store_order_id AS "storeOrderId"
      FROM shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id
      WHERE l.order_line_id = ol.id AND l.packaged >= l.quantity
        AND (rl.shipping_order_line_id IS NULL OR rl.shipping_order_line_id = l.id)
      ORDER BY s.created_at DESC LIMIT 1
    ) shipper ON true
    JOIN shop selling ON selling.id = o.shop_id
    JOIN shop shipping ON shipping.id = shipper.shop_id
    JOIN shop reporter ON reporter.id = r.shop_id
    WHERE (shipper.shop_id = ${shopId} OR o.shop_id = ${shopId})
      AND r.created_at >= ${from} AND r.created_at < ${before}
    ORDER BY r.created_at, ol.position`;
}

function instant(ns: bigint): Date {
  return new Date(Number(ns / 1_000_000n));
}
