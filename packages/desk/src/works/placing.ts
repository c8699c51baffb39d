import { Prisma } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import { holdsItsLines, holdsLine } from '@hub/orders/states';
import { reachability } from '@hub/orders/support';
import type { Moments } from './moments';
import { defineWork, type Work } from './work';

/** `POST /orders`: a shipping order at the shop that ships it. */
export const placing: Work = defineWork({
  operation: 'place_order',
  command: COMMANDS.placeShippingOrder,
  key: 'shippingOrderId',
  subject: 'shipping_order',
  findByReference: (db, externalRef) =>
    db.shippingOrder.findUnique({ where: { externalRef }, select: { id: true } }),
  async findFailure(tx, id) {
    const row = await tx.shippingOrder.findUnique({ where: { id }, include: { order: true } });
    if (!row) return null;
    // What has ended is never sent again, though placing it was given up once (D18).
    const failed = row.state !== 'stopped' && (row.failedAt !== null || row.state === 'refused');
    return { failed, correlation: row.order.correlation, reference: row.externalRef };
  },
  async findOrder(tx, id) {
    const found = await tx.shippingOrder.findUnique({ where: { id }, include: { order: true } });
    return found && { shopId: found.shopId, orderId: found.order.orderId };
  },
  isDone: (id) => Prisma.sql`EXISTS (
    SELECT FROM shipping_order s WHERE s.id = ${id}
      AND (s.state IN ('placed', 'stopped', 'dry_run') OR (s.state = 'refused' AND NOT ${holdsItsLines('s')})))`,
  isCalling: (id) => Prisma.sql`EXISTS (
    SELECT FROM shipping_order s WHERE s.id = ${id} AND s.state IN ('planned', 'sending') AND s.failed_at IS NULL)`,
  openRows: given,
  // None of a disputed or cancelled order: people settle the one, the other is not sent.
  failedCalls: (shopId) => Prisma.sql`
    SELECT 'placing' AS kind, s.id, s.external_ref AS reference, s.store_order_id AS order_id,
      coalesce(s.failed_at, s.last_attempt_at) AS since, s.last_failure
    FROM shipping_order s JOIN seller_order o ON o.id = s.seller_order_id
    WHERE s.shop_id = ${shopId} AND s.stop_requested_at IS NULL AND o.state IN ('accepted', 'held')
      AND s.first_sent_at IS NOT NULL
      AND (s.state = 'sending' AND s.failed_at IS NOT NULL OR s.state = 'refused' AND EXISTS (
        SELECT FROM shipping_order_line given JOIN order_line l ON l.id = given.order_line_id
        WHERE given.shipping_order_id = s.id AND l.state = 'allocated'))`,
});

/** Lines that were given to a shop which does not have them: the latest placement counts (D18). */
function given({ placedBefore, ofOrders }: Moments): Prisma.Sql {
  const shopIs = reachability('shop');
  return Prisma.sql`
    SELECT CASE WHEN s.state IN ('refused', 'disputed') THEN s.state::text
        WHEN ${shopIs} <> 'callable' THEN 'store_away' ELSE 'placing' END,
      o.id, o.shop_id, o.order_id, line.line_item_id, s.id, 'shipping_order:' || s.id, s.last_failure, s.shop_id,
      s.external_ref, o.received_at, s.created_at < ${placedBefore},
      s.state IN ('refused', 'disputed') OR s.failed_at IS NOT NULL OR s.created_at < ${placedBefore}
        OR ${shopIs} <> 'callable',
      s.failed_at IS NOT NULL, line.unit_price * line.quantity, NULL
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shop ON shop.id = s.shop_id
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line line ON line.id = l.order_line_id
    WHERE s.state NOT IN ('placed', 'stopped', 'dry_run') AND ${ofOrders}
      AND (s.stop_requested_at IS NULL OR s.state IN ('sending', 'disputed'))
      AND ${holdsLine({ shippingOrder: 's', line: 'line' })}`;
}
