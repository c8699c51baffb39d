import { Prisma } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import { defineWork, type Work } from './work';

/** `PUT /orders/{id}/tracking`: a package, reported to the shop that sold it. */
export const tracking: Work = defineWork({
  operation: 'deliver_tracking',
  command: COMMANDS.deliverTracking,
  key: 'packageId',
  subject: 'package',
  findByReference: (db, reference) => db.package.findUnique({ where: { reference }, select: { id: true } }),
  async findFailure(tx, id) {
    const row = await tx.package.findUnique({ where: { id } });
    if (!row) return null;
    const { state, correlation, reference } = row;
    return { failed: state === 'failed', correlation, reference };
  },
  async findOrder(tx, id) {
    const order = { select: { shopId: true, orderId: true } };
    const select = { shippingOrder: { select: { order } } };
    return (await tx.package.findUnique({ where: { id }, select }))?.shippingOrder.order ?? null;
  },
  isDone: (id) => Prisma.sql`EXISTS (SELECT FROM package p WHERE p.id = ${id} AND p.state = 'done')`,
  isCalling: (id) => Prisma.sql`EXISTS (
    SELECT FROM package p WHERE p.id = ${id} AND p.state IN ('due', 'sending'))`,
  openRows: ({ owedBefore, ofOrders }) => Prisma.sql`
    SELECT 'tracking_owed', o.id, o.shop_id, o.order_id, NULL, p.id, 'package:' || p.id, p.last_failure, o.shop_id,
      p.reference, p.created_at, p.created_at < ${owedBefore}, p.state = 'failed' OR p.created_at < ${owedBefore},
      p.state = 'failed', NULL, NULL
    FROM package p
    JOIN shipping_order s ON s.id = p.shipping_order_id
    JOIN seller_order o ON o.id = s.seller_order_id
    WHERE p.state <> 'done' AND ${ofOrders}`,
  amount: {
    situations: ['tracking_owed'],
    of: (id) => Prisma.sql`(
      SELECT sum(line.unit_price * pl.quantity) FROM package_line pl
      JOIN shipping_order_line l ON l.id = pl.shipping_order_line_id JOIN order_line line ON line.id = l.order_line_id
      WHERE pl.package_id = ${id})`,
  },
  failedCalls: (shopId) => Prisma.sql`
    SELECT 'tracking' AS kind, p.id, p.reference, o.order_id, NULL::timestamptz AS since, p.last_failure
    FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id JOIN seller_order o ON o.id = s.seller_order_id
    WHERE p.state = 'failed' AND o.shop_id = ${shopId} AND o.state IN ('accepted', 'held')`,
});
