import { Prisma, rows, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';
import { consumeKeptFalls, fallsOf } from './kept-falls';
import { openUnderLock, reservationsOf } from './reservation-records';
import { VariantKey } from './variant-key';

const MarkedRow = z.object({ id: z.string(), fromNs: z.bigint() });

/** An attempt of `POST /orders` starts, in its own transaction. @param atNs the hub's clock, ns since the epoch */
export async function markAttempt(tx: Sql, shippingOrderId: string, atNs: bigint): Promise<void> {
  await tx.$executeRaw(beginAttempt(Prisma.sql`(SELECT ${shippingOrderId}::uuid AS id)`, atNs));
}

/**
 * The statement with which an attempt starts: committed before it is made, so that it is known whatever its outcome. If
 * it turns out to have placed the shipping order, the shop's stock reports from its start on consume the reservations
 * (D17); until then none does.
 * @param shippingOrders a table of their ids
 */
export function beginAttempt(shippingOrders: Prisma.Sql, atNs: bigint): Prisma.Sql {
  return Prisma.sql`
    UPDATE reservation r
    SET attempted_at = ${atNs}::bigint,
      falls_before = CASE WHEN r.attempted_at IS NULL THEN coalesce((
        SELECT max(f.id) FROM (${fallsOf(Prisma.sql`r`)}) f), 0)
        ELSE r.falls_before END
    FROM (SELECT r.id FROM ${shippingOrders} s ${openReservationsOf(Prisma.sql`s.id`)}) k WHERE r.id = k.id`;
}

/** Joins the open reservations `r` of a shipping order, by their index whatever their table's size at planning. */
export function openReservationsOf(shippingOrderId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    CROSS JOIN LATERAL (SELECT l.id FROM shipping_order_line l
      WHERE l.shipping_order_id = ${shippingOrderId} OFFSET 0) l
    CROSS JOIN LATERAL (SELECT r.id, r.shop_id, r.variant_id FROM reservation r
      WHERE r.shipping_order_line_id = l.id AND r.kind = 'reserved' AND r.remaining > 0 OFFSET 0) r`;
}

/** Undoes `markAttempt`: no attempt reached the store after all, so none of its stock reports covers the shipping order. */
export async function markNeverSent(tx: Tx, shippingOrderId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation r SET attempted_at = NULL, falls_before = 0
    FROM shipping_order_line l
    WHERE l.shipping_order_id = ${shippingOrderId}::uuid AND r.shipping_order_line_id = l.id
      AND r.kind = 'reserved' AND r.remaining > 0 AND r.consumable_from IS NULL`;
}

/**
 * A shipping order is placed: by its receipt, or by equivalent evidence, a package or support's record. If the shop
 * deducts at the order, its stock reports from the start of the attempt that brought the receipt on consume the
 * reservations, including those that arrived before this was known (D17).
 * @param placed.attemptedAtNs when that attempt started, ns since the epoch; none: the last attempt
 * @returns the articles (GTIN-14) whose free stock changed
 */
export async function markPlaced(
  tx: Tx,
  placed: { shippingOrderId: string; attemptedAtNs?: bigint },
): Promise<string[]> {
  const { shippingOrderId, attemptedAtNs = null } = placed;
  // In one statement: every placed order passes through here.
  const variants = await rows(
    VariantKey,
    tx.$queryRaw`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId" FROM variant v
    WHERE (v.shop_id, v.variant_id) IN (
      SELECT r.shop_id, r.variant_id FROM reservation r
      JOIN shipping_order_line l ON l.id = r.shipping_order_line_id
      JOIN shop s ON s.id = r.shop_id
      WHERE l.shipping_order_id = ${shippingOrderId}::uuid AND r.kind = 'reserved' AND r.remaining > 0
        AND r.consumable_from IS NULL AND s.stock_deducted_at = 'order'
    )
    ORDER BY v.shop_id, v.variant_id
    FOR UPDATE OF v`,
  );
  if (variants.length === 0) return [];
  const marked = await rows(
    MarkedRow,
    tx.$queryRaw`
    UPDATE reservation r SET consumable_from = coalesce(${attemptedAtNs}::bigint, r.attempted_at)
    FROM shipping_order_line l
    WHERE l.shipping_order_id = ${shippingOrderId}::uuid AND r.shipping_order_line_id = l.id
      AND r.kind = 'reserved' AND r.remaining > 0 AND r.consumable_from IS NULL
      AND coalesce(${attemptedAtNs}::bigint, r.attempted_at) IS NOT NULL
    RETURNING r.id, r.consumable_from AS "fromNs"`,
  );
  const [first] = marked;
  if (!first) return [];
  return consumeKeptFalls(tx, { variants, reservationIds: marked.map(({ id }) => id), fromNs: first.fromNs });
}

/**
 * A package with pieces of these lines is known, and `shipping_order_line.packaged` already counts them. If the shop
 * deducts at shipment, its stock reports from the package on consume the packaged pieces, including those that arrived
 * before it; for a line now complete the next report ends the rest (D17).
 * @param shipped.atNs `shipped_at` of the package, ns since the epoch
 * @returns the articles (GTIN-14) whose free stock changed: the decrease was reported before the package
 */
export async function markLinesPackaged(
  tx: Tx,
  shipped: { shippingOrderLineIds: readonly string[]; atNs: bigint },
): Promise<string[]> {
  const locked = await openUnderLock(tx, reservationsOf.lines(shipped.shippingOrderLineIds));
  if (locked.length === 0) return [];
  await writePackage(tx, { ids: locked.map(({ id }) => id), atNs: shipped.atNs });
  const deductedNow = locked.filter(({ deductedAt }) => deductedAt === 'shipment');
  if (deductedNow.length === 0) return [];
  return consumeKeptFalls(tx, {
    variants: deductedNow,
    reservationIds: deductedNow.map(({ id }) => id),
    fromNs: shipped.atNs,
  });
}

async function writePackage(tx: Tx, marked: { ids: string[]; atNs: bigint }): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation r
    SET ends_with_next_report = l.packaged >= l.quantity,
      shipped_at = greatest(r.shipped_at, ${marked.atNs}::bigint),
      consumable_from = CASE
        WHEN s.stock_deducted_at = 'shipment' OR r.consumable_from IS NULL
        THEN greatest(r.consumable_from, ${marked.atNs}::bigint)
        ELSE r.consumable_from
      END
    FROM shipping_order_line l, shop s
    WHERE r.id = ANY (${marked.ids}::uuid[]) AND l.id = r.shipping_order_line_id AND s.id = r.shop_id`;
}
