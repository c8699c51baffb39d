import { Prisma, rows, type Database } from '@hub/database';
import { forShippedPieces, StoredCalculation } from '@hub/orders/money';
import { z } from 'zod';
import { NetworkLine, ReturnedLine, type SettledLine } from './settled-line';
import { readSettledTotals } from './read-settled-totals';
import { instantOf, SETTLED_PIECES, settledLines, SETTLES, type Period } from './settled-lines';
import { onSides, type Settlement } from './settle';

export const SettledLinesRow = NetworkLine.extend({
  /** Pieces that are owed, of those ordered. */
  quantity: z.int(),
  ordered: z.int(),
  settledAt: z.date(),
  shippedAt: z.bigint(),
  calculation: z.unknown(),
});

/** From the lines of a period, by when they settled: this many after the first ones. */
export interface LinesPart {
  skip: number;
  take: number;
}

/**
 * A shop's account with the network for a period (D24), with some of its lines, however many there are; the totals are
 * of all.
 */
export async function readSettlementPart(
  db: Database,
  shop: { id: number; slug: string },
  { period, ...part }: LinesPart & { period: Period },
): Promise<Settlement> {
  const [totals, found, returns] = await Promise.all([
    readSettledTotals(db, shop.id, period),
    rows(SettledLinesRow, db.$queryRaw(settledPartQuery(shop.id, period, part))),
    readReturnedLines(db, shop.id, period),
  ]);
  const lines = onSides(shop.slug, found.map(withCalculation));
  return { shop: shop.slug, totals, lines, returns: onSides(shop.slug, returns) };
}

/** A row with the money of the pieces that are owed. */
export function withCalculation(row: z.output<typeof SettledLinesRow>): SettledLine {
  const whole = StoredCalculation.parse(row.calculation);
  const { quantity: pieces, ordered: of } = row;
  return { ...row, calculation: pieces === of ? whole : forShippedPieces(whole, { pieces, of }) };
}

/** The title of a variant in the catalogue of its shop. */
function titleOf(shopId: Prisma.Sql, variantId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT p.title FROM variant v JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    WHERE v.shop_id = ${shopId} AND v.variant_id = ${variantId})`;
}

/** Of a shipping order line `l`, its order `s`, the seller order `o` with its line `ol`, and both shops. */
const NETWORK_LINE_COLUMNS = Prisma.sql`
  selling.slug AS "sellingShop", selling.name AS "sellingName", shipping.slug AS "shippingShop",
  shipping.name AS "shippingName", o.id AS "sellerOrderId", o.order_id AS "orderId", o.order_number AS "orderNumber",
  ol.line_item_id AS "lineItemId", ol.variant_id AS "variantId",
  coalesce(ol.title, ${titleOf(Prisma.sql`o.shop_id`, Prisma.sql`ol.variant_id`)}) AS title,
  l.variant_id AS "shippedVariantId", ${titleOf(Prisma.sql`s.shop_id`, Prisma.sql`l.variant_id`)} AS "shippedTitle",
  s.external_ref AS reference, l.external_ref AS "lineReference", s.store_order_id AS "storeOrderId",
  s.payload ->> 'seller_order_number' AS "sentNumber"`;

/** Of a shipping order line `l` and its order, `settled` in a period. */
export const SETTLED_COLUMNS = Prisma.sql`
  ${NETWORK_LINE_COLUMNS},
  ${SETTLED_PIECES} AS quantity, l.quantity AS ordered, settled.at AS "settledAt", l.calculation,
  (SELECT max(p.shipped_at) FROM package_line pl JOIN package p ON p.id = pl.package_id
   WHERE pl.shipping_order_line_id = l.id) AS "shippedAt"`;

/** Of those, one page: its ids are found first, so that no other line's calculation is carried along. */
function settledPartQuery(shopId: number, period: Period, { skip, take }: LinesPart): Prisma.Sql {
  return Prisma.sql`
    WITH settled AS MATERIALIZED (
      SELECT l.id, settled.at FROM ${settledLines(period)}
      WHERE s.shop_id = ${shopId} OR o.shop_id = ${shopId}
      ORDER BY settled.at, s.external_ref, l.position LIMIT ${take} OFFSET ${skip}
    )
    SELECT ${SETTLED_COLUMNS}
    FROM settled
    JOIN shipping_order_line l ON l.id = settled.id
    JOIN shipping_order s ON s.id = l.shipping_order_id
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN order_line ol ON ol.id = l.order_line_id
    JOIN shop selling ON selling.id = o.shop_id
    JOIN shop shipping ON shipping.id = s.shop_id
    ORDER BY settled.at, s.external_ref, l.position`;
}

/**
 * Returns of network lines between a shop and any other that were first reported in a period (D24). A returned line without
 * a reported package is listed too, though it is not owed.
 */
export async function readReturnedLines(
  db: Database,
  shopId: number,
  period: Period,
): Promise<ReturnedLine[]> {
  return rows(ReturnedLine, db.$queryRaw(returnedLinesQuery(shopId, period)));
}

/** A line that both sides reported is listed in the period of the first report alone: a printed period never changes. */
export function returnedLinesQuery(shopId: number, period: Period): Prisma.Sql {
  const [from, before] = [instantOf(period.from), instantOf(period.before)];
  return Prisma.sql`
    SELECT ${NETWORK_LINE_COLUMNS}, rl.quantity, reporter.slug AS "reportedBy", shipper."isShipped", r.created_at AS "receivedAt"
    FROM "return" r
    JOIN return_line rl ON rl.return_id = r.id
    JOIN order_line ol ON ol.id = rl.order_line_id
    JOIN seller_order o ON o.id = r.seller_order_id
    JOIN LATERAL (
      SELECT l.id, ${SETTLES} AS "isShipped"
      FROM shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id
      WHERE l.order_line_id = ol.id AND (rl.shipping_order_line_id IS NULL OR rl.shipping_order_line_id = l.id)
      ORDER BY ${SETTLES} DESC, s.number DESC LIMIT 1
    ) shipper ON true
    JOIN shipping_order_line l ON l.id = shipper.id
    JOIN shipping_order s ON s.id = l.shipping_order_id
    JOIN shop selling ON selling.id = o.shop_id
    JOIN shop shipping ON shipping.id = s.shop_id
    JOIN shop reporter ON reporter.id = r.shop_id
    WHERE (s.shop_id = ${shopId} OR o.shop_id = ${shopId})
      AND r.created_at >= ${from} AND r.created_at < ${before}
      AND NOT EXISTS (
        SELECT FROM return_line other JOIN "return" earlier ON earlier.id = other.return_id
        WHERE other.order_line_id = rl.order_line_id AND (earlier.created_at, earlier.id) < (r.created_at, r.id)
          AND (other.shipping_order_line_id IS NULL OR rl.shipping_order_line_id IS NULL
            OR other.shipping_order_line_id = rl.shipping_order_line_id)
      )
    ORDER BY r.created_at, r.id, ol.position`;
}
