import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

/** A paid line that is not placed after this time needs a person (D18). */
export const PLACED_WITHIN_MS = 60 * 60_000;

const Overdue = z.object({
  shippingOrderId: z.string(),
  sellerOrderId: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  externalRef: z.string(),
  lineItemIds: z.array(z.string()),
  lastFailure: z.string().nullable(),
});

/** A shipping order that its shop did not receive in time. */
export type OverdueShippingOrder = z.output<typeof Overdue>;

/**
 * The oldest shipping orders that hold paid lines since before an instant and are not placed, except those covered by
 * another alert: refused, disputed, or held with all its shop's orders (D18).
 */
export async function readOverdue(
  tx: Tx,
  overdue: { since: Date; limit: number },
): Promise<OverdueShippingOrder[]> {
  return rows(
    Overdue,
    tx.$queryRaw`
    SELECT s.id AS "shippingOrderId", s.seller_order_id AS "sellerOrderId", s.shop_id AS "shopId", shop.name AS "shopName",
      s.external_ref AS "externalRef", s.last_failure AS "lastFailure",
      array_agg(line.line_item_id ORDER BY line.position) AS "lineItemIds"
    FROM shipping_order s
    JOIN shop ON shop.id = s.shop_id
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line line ON line.id = l.order_line_id AND line.state = 'allocated'
    WHERE s.state IN ('planned', 'sending') AND s.created_at < ${overdue.since}
      AND shop.calls_held_since IS NULL AND shop.orders_held_since IS NULL
      AND NOT EXISTS (
        SELECT FROM alert a
        WHERE a.kind IN ('placing_overdue', 'placing_refused', 'placing_disputed')
          AND a.subject = 'shipping_order:' || s.id AND a.state <> 'resolved'
      )
    GROUP BY s.id, shop.id
    ORDER BY s.created_at
    LIMIT ${overdue.limit}`,
  );
}

/** Makes everything never sent to a shop that is now switched off due for a check. @returns how many there are */
export async function bringForwardUnreachable(tx: Tx, now: number): Promise<number> {
  const at = new Date(now);
  return tx.$executeRaw`
    UPDATE shipping_order s SET next_attempt_at = ${at}
    FROM shop, seller_order o
    WHERE s.state = 'planned' AND s.stop_requested_at IS NULL
      AND (s.next_attempt_at IS NULL OR s.next_attempt_at > ${at})
      AND shop.id = s.shop_id AND shop.orders IN ('off', 'dry_run')
      AND o.id = s.seller_order_id AND o.state = 'accepted'`;
}

/**
 * Closes `placing_overdue` of what is placed or has ended, and `shop_switched_off` of lines whose problem is solved,
 * whatever solved it.
 */
export async function closeEndedAlerts(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = now()
    WHERE a.kind = 'placing_overdue' AND a.state <> 'resolved' AND NOT EXISTS (
      SELECT FROM shipping_order s
      JOIN shipping_order_line l ON l.shipping_order_id = s.id
      JOIN order_line line ON line.id = l.order_line_id AND line.state = 'allocated'
      WHERE s.id = substr(a.subject, length('shipping_order:') + 1)::uuid
        AND s.state NOT IN ('placed', 'stopped', 'dry_run')
    )`;
  // A line at a shop that is switched off (D25): it has ended, was re-routed, or the shop is back.
  await tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = now()
    WHERE a.kind = 'shop_switched_off' AND a.state <> 'resolved' AND (
      EXISTS (SELECT FROM shop WHERE shop.id = a.shop_id AND shop.orders IN ('live', 'draining'))
      OR NOT EXISTS (
        SELECT FROM order_line line
        WHERE line.id = substr(a.subject, length('line:') + 1)::uuid AND line.state IN ('waiting', 'allocated')
      )
      OR (a.detail ->> 'side' = 'shipping' AND NOT EXISTS (
        SELECT FROM shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id
        WHERE l.order_line_id = substr(a.subject, length('line:') + 1)::uuid AND s.shop_id = a.shop_id
          AND s.state NOT IN ('refused', 'stopped', 'dry_run')
      ))
    )`;
}
