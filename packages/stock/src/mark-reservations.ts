import type { Tx } from '@hub/database';
import { consumeReportedBefore } from './consume-reservations';
import { openUnderLock, readOpen, reservationsOf, writeRemaining } from './reservation-records';

/**
 * Before `POST /orders` is first sent: where the shop deducts at the order, its stock reports from then on consume
 * the shipping order's reservations (D17). Later sends change nothing. Free stock stays as it is.
 * @param atNs the hub's clock, ns since the epoch
 */
export async function markFirstSent(tx: Tx, shippingOrderId: string, atNs: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation r SET consumable_from = ${atNs}::bigint
    FROM shipping_order_line l, shop s
    WHERE l.shipping_order_id = ${shippingOrderId}::uuid AND r.shipping_order_line_id = l.id
      AND s.id = r.shop_id AND s.stock_deducted_at = 'order'
      AND r.kind = 'reserved' AND r.remaining > 0 AND r.consumable_from IS NULL`;
}

/**
 * Takes `markFirstSent` back: no attempt reached the store after all, so none of its stock reports speaks of the
 * shipping order.
 */
export async function markNeverSent(tx: Tx, shippingOrderId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation r SET consumable_from = NULL
    FROM shipping_order_line l
    WHERE l.shipping_order_id = ${shippingOrderId}::uuid AND r.shipping_order_line_id = l.id
      AND r.kind = 'reserved' AND r.remaining > 0`;
}

/**
 * A package with pieces of these lines is known, and `shipping_order_line.packaged` already counts them. Where the
 * shop deducts at shipment, its stock reports from the package on consume what was packaged; of a line now complete
 * the next report ends whatever is left (D17).
 * @param shipped.atNs `shipped_at` of the package, ns since the epoch
 * @returns the articles (GTIN-14) whose free stock changed: the fall was reported before the package
 */
export async function markLinesPackaged(
  tx: Tx,
  shipped: { shippingOrderLineIds: readonly string[]; atNs: bigint },
): Promise<string[]> {
  const ofLines = reservationsOf.lines(shipped.shippingOrderLineIds);
  const locked = await openUnderLock(tx, ofLines);
  if (locked.length === 0) return [];
  await writePackage(tx, { ids: locked.map(({ id }) => id), atNs: shipped.atNs });
  const reported = await readReportsSince(
    tx,
    locked.map(({ id }) => id),
  );
  return writeRemaining(tx, consumeReportedBefore(await readOpen(tx, ofLines), reported));
}

async function writePackage(tx: Tx, marked: { ids: string[]; atNs: bigint }): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation r
    SET ends_with_next_report = l.packaged >= l.quantity,
      consumable_from = CASE
        WHEN s.stock_deducted_at = 'shipment' OR r.consumable_from IS NULL
        THEN greatest(r.consumable_from, ${marked.atNs}::bigint)
        ELSE r.consumable_from
      END
    FROM shipping_order_line l, shop s
    WHERE r.id = ANY (${marked.ids}::uuid[]) AND l.id = r.shipping_order_line_id AND s.id = r.shop_id`;
}

/** By reservation at a shop that deducts at shipment: when the stock reported last, since it was made, changed (ns). */
async function readReportsSince(tx: Tx, ids: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx.$queryRaw<{ id: string; changedAt: bigint }[]>`
    SELECT r.id, max(stock.changed_at) AS "changedAt"
    FROM reservation r
    JOIN shop s ON s.id = r.shop_id AND s.stock_deducted_at = 'shipment'
    JOIN stock_level stock ON stock.shop_id = r.shop_id AND stock.variant_id = r.variant_id
    WHERE r.id = ANY (${ids}::uuid[]) AND stock.changed_at IS NOT NULL AND stock.received_at >= r.created_at
    GROUP BY r.id`;
  return new Map(rows.map((row) => [row.id, row.changedAt]));
}
