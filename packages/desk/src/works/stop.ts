import { Prisma } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import { defineWork, type Work } from './work';

/** `POST /cancel`: a stop, at the shop that was to ship. */
export const stop: Work = defineWork({
  operation: 'cancel_order',
  command: COMMANDS.stopShippingOrder,
  key: 'stopId',
  subject: 'stop',
  findByReference: (db, reference) =>
    db.shippingOrderStop.findUnique({ where: { reference }, select: { id: true } }),
  async findFailure(tx, id) {
    const row = await tx.shippingOrderStop.findUnique({ where: { id }, include: { cancellation: true } });
    if (!row) return null;
    const { correlation } = row.cancellation;
    return { failed: row.state === 'failed', correlation, reference: row.reference };
  },
  async findOrder(tx, stopId) {
    const id = (await tx.shippingOrderStop.findUnique({ where: { id: stopId } }))?.shippingOrderId;
    if (id === undefined) return null;
    const found = await tx.shippingOrder.findUnique({ where: { id }, include: { order: true } });
    return found && { shopId: found.shopId, orderId: found.order.orderId };
  },
  isDone: (id) => Prisma.sql`EXISTS (
    SELECT FROM shipping_order_stop t WHERE t.id = ${id} AND t.state IN ('confirmed', 'already_shipped'))`,
  isCalling: (id) => Prisma.sql`EXISTS (
    SELECT FROM shipping_order_stop t WHERE t.id = ${id} AND t.state IN ('settling', 'due', 'sending'))`,
  openRows: ({ owedBefore, ofOrders }) => Prisma.sql`
    SELECT 'stop_unfinished', o.id, o.shop_id, o.order_id, NULL, t.id, 'stop:' || t.id, t.last_failure, s.shop_id,
      t.reference, c.requested_at, c.requested_at < ${owedBefore}, t.state = 'failed' OR c.requested_at < ${owedBefore},
      t.state = 'failed', NULL, NULL
    FROM shipping_order_stop t
    JOIN cancellation c ON c.id = t.cancellation_id
    JOIN shipping_order s ON s.id = t.shipping_order_id
    JOIN seller_order o ON o.id = s.seller_order_id
    WHERE t.state NOT IN ('confirmed', 'already_shipped') AND ${ofOrders}`,
  amount: {
    situations: ['stop_unfinished'],
    of: (id) => Prisma.sql`(
      SELECT sum(line.unit_price * l.quantity) FROM shipping_order_stop t
      JOIN shipping_order_line l ON l.shipping_order_id = t.shipping_order_id
      JOIN order_line line ON line.id = l.order_line_id WHERE t.id = ${id})`,
  },
});
