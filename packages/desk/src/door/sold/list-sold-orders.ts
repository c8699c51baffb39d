import { OrderLineState, Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { SoldLineState, soldLineState, toTheHour } from './sold-line-state';

const PAGE = 50;

const Hour = z.iso.datetime().describe('to the hour');

export const SoldOrderView = z.object({
  order_id: z.string().describe('your own id of the order'),
  order_number: z.string().nullable(),
  received_at: Hour,
  lines: z.array(
    z.object({
      line_item_id: z.string(),
      variant_id: z.string(),
      title: z.string().nullable(),
      quantity: z.int(),
      state: SoldLineState,
      parcels: z
        .array(
          z.object({
            quantity: z.int().describe('pieces of this line'),
            carrier: z.string(),
            tracking_number: z.string().describe('the corrected one, if it was corrected'),
            tracking_url: z.string().nullable(),
            shipped_at: Hour,
          }),
        )
        .describe('parcels with pieces of this line'),
    }),
  ),
});
export type SoldOrderView = z.output<typeof SoldOrderView>;

const OrderRow = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string().nullable(),
  receivedAt: z.date(),
});

const LineRow = z.object({
  sellerOrderId: z.string(),
  lineItemId: z.string(),
  variantId: z.string(),
  title: z.string().nullable(),
  quantity: z.int(),
  state: z.enum(OrderLineState).exclude(['own']),
  returned: z.boolean(),
  parcels: z.array(
    z.object({
      quantity: z.int(),
      carrier: z.string(),
      trackingNumber: z.string(),
      trackingUrl: z.string().nullable(),
      shippedAtMs: z.number(),
    }),
  ),
});

/** Which orders: a page that continues `after` an order id, or one order. */
export interface SoldOrdersAsked {
  shopId: number;
  after?: string | undefined;
  orderId?: string | undefined;
}

/**
 * Live orders that a shop sold, with each network line's state and tracking (D35), the newest first. Nothing of the shop that ships:
 * only what `PUT tracking` carries, and no time more exact than the hour.
 */
export async function listSoldOrders(
  db: Database,
  asked: SoldOrdersAsked,
): Promise<{ orders: SoldOrderView[]; next: string | null }> {
  const found = await readOrders(db, asked);
  const page = found.slice(0, PAGE);
  const lines = await readLines(
    db,
    page.map(({ id }) => id),
  );
  return {
    orders: page.map(({ id, orderId, orderNumber, receivedAt }) => ({
      order_id: orderId,
      order_number: orderNumber,
      received_at: toTheHour(receivedAt),
      lines: lines.filter(({ sellerOrderId }) => sellerOrderId === id).map(lineView),
    })),
    next: found.length > PAGE ? (page.at(-1)?.orderId ?? null) : null,
  };
}

function readOrders(db: Database, { shopId, after, orderId }: SoldOrdersAsked) {
  const isAsked = orderId === undefined ? Prisma.empty : Prisma.sql`AND o.order_id = ${orderId}`;
  const isFurther =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`AND (o.received_at, o.id) < (
          SELECT a.received_at, a.id FROM seller_order a WHERE a.shop_id = ${shopId} AND a.order_id = ${after})`;
  // As the index of a shop's orders by time is written.
  const isOwn = orderId === undefined ? Prisma.sql`o.shop_id + 0` : Prisma.sql`o.shop_id`;
  return rows(
    OrderRow,
    db.$queryRaw`
    SELECT o.id, o.order_id AS "orderId", o.order_number AS "orderNumber", o.received_at AS "receivedAt"
    FROM seller_order o
    WHERE ${isOwn} = ${shopId} AND o.mode = 'live' ${isAsked} ${isFurther}
      AND EXISTS (SELECT FROM order_line l WHERE l.seller_order_id = o.id AND l.state <> 'own')
    ORDER BY o.received_at DESC, o.id DESC LIMIT ${PAGE + 1}`,
  );
}

/** Lines in the order's own order; parcels by their time. Of a corrected tracking, the correction counts (D11). */
function readLines(db: Database, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return rows(
    LineRow,
    db.$queryRaw`
    SELECT l.seller_order_id AS "sellerOrderId", l.line_item_id AS "lineItemId", l.variant_id AS "variantId",
      coalesce(l.title, p.title) AS title, l.quantity, l.state::text AS state,
      EXISTS (SELECT FROM return_line back WHERE back.order_line_id = l.id) AS returned,
      (SELECT coalesce(json_agg(json_build_object('quantity', pl.quantity, 'carrier', t.carrier,
          'trackingNumber', t.tracking_number, 'trackingUrl', t.tracking_url, 'shippedAtMs', k.shipped_at / 1000000)
          ORDER BY k.shipped_at, k.id), '[]')
        FROM shipping_order_line s
        JOIN package_line pl ON pl.shipping_order_line_id = s.id
        JOIN package k ON k.id = pl.package_id
        CROSS JOIN LATERAL (
          SELECT carrier, tracking_number, tracking_url FROM (
            SELECT c.number, c.carrier, c.tracking_number, c.tracking_url FROM package_correction c WHERE c.package_id = k.id
            UNION ALL SELECT 0, k.carrier, k.tracking_number, k.tracking_url) one
          ORDER BY number DESC LIMIT 1) t
        WHERE s.order_line_id = l.id) AS parcels
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    LEFT JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    LEFT JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    WHERE l.seller_order_id = ANY (${[...orderIds]}::uuid[]) AND l.state <> 'own'
    ORDER BY l.seller_order_id, l.position`,
  );
}

function lineView(line: z.output<typeof LineRow>): SoldOrderView['lines'][number] {
  return {
    line_item_id: line.lineItemId,
    variant_id: line.variantId,
    title: line.title,
    quantity: line.quantity,
    state: soldLineState(line),
    parcels: line.parcels.map((parcel) => ({
      quantity: parcel.quantity,
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      tracking_url: parcel.trackingUrl,
      shipped_at: toTheHour(new Date(parcel.shippedAtMs)),
    })),
  };
}
