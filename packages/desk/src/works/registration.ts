import { Prisma } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import { defineWork, type Work } from './work';

/** `POST /returns`: a return, registered at the shop that sold the goods. */
export const registration: Work = defineWork({
  operation: 'register_return',
  command: COMMANDS.registerReturn,
  key: 'returnId',
  subject: 'return',
  findByReference: (db, reference) => db.return.findUnique({ where: { reference }, select: { id: true } }),
  async findFailure(tx, id) {
    const row = await tx.return.findUnique({ where: { id } });
    if (!row) return null;
    const { state, correlation, reference } = row;
    return { failed: state === 'failed', correlation, reference };
  },
  async findOrder(tx, returnId) {
    const id = (await tx.return.findUnique({ where: { id: returnId } }))?.sellerOrderId;
    if (id === undefined) return null;
    return tx.sellerOrder.findUnique({ where: { id }, select: { shopId: true, orderId: true } });
  },
  isDone: (id) => Prisma.sql`EXISTS (
    SELECT FROM "return" r WHERE r.id = ${id} AND r.state IN ('registered', 'recorded'))`,
  isCalling: (id) => Prisma.sql`EXISTS (
    SELECT FROM "return" r WHERE r.id = ${id} AND r.state IN ('due', 'sending'))`,
  openRows: ({ owedBefore, ofOrders }) => Prisma.sql`
    SELECT CASE r.state WHEN 'waiting' THEN 'return_waiting' ELSE 'return_owed' END, o.id, o.shop_id, o.order_id, NULL,
      r.id, 'return:' || r.id, r.last_failure, CASE r.state WHEN 'waiting' THEN r.shop_id ELSE o.shop_id END, r.reference,
      r.created_at, r.created_at < ${owedBefore}, r.state IN ('waiting', 'failed') OR r.created_at < ${owedBefore},
      r.state = 'failed', NULL, NULL
    FROM "return" r JOIN seller_order o ON o.id = r.seller_order_id
    WHERE r.state NOT IN ('registered', 'recorded') AND ${ofOrders}`,
  amount: {
    situations: ['return_owed', 'return_waiting'],
    of: (id) => Prisma.sql`(
      SELECT sum(line.unit_price * rl.quantity) FROM return_line rl JOIN order_line line ON line.id = rl.order_line_id
      WHERE rl.return_id = ${id})`,
  },
  failedCalls: (shopId) => Prisma.sql`
    SELECT 'return' AS kind, r.id, r.reference, o.order_id, NULL::timestamptz AS since, r.last_failure
    FROM "return" r JOIN seller_order o ON o.id = r.seller_order_id
    WHERE r.state = 'failed' AND o.shop_id = ${shopId} AND r.reference IS NOT NULL`,
});
