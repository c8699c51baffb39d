import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueueEach } from '@hub/messaging';
import { z } from 'zod';

const Order = z.object({ sellerOrderId: z.string(), correlation: z.string() });

/**
 * Orders with waiting lines are routed, whatever they waited for before the restore; of one that is held, only what a
 * shop has. @returns how many
 */
export async function routeWaitingAgain(tx: Tx): Promise<number> {
  await tx.orderLine.updateMany({
    where: { state: 'waiting', order: { state: { in: ['accepted', 'held'] } } },
    data: { waitingReason: null },
  });
  const orders = await rows(
    Order,
    tx.$queryRaw`
    SELECT o.id AS "sellerOrderId", o.correlation FROM seller_order o
    WHERE o.state IN ('accepted', 'held') AND EXISTS (
      SELECT FROM order_line l WHERE l.seller_order_id = o.id AND l.state = 'waiting')
    ORDER BY o.received_at, o.id`,
  );
  await enqueueEach(
    tx,
    COMMANDS.routeOrder,
    orders.map(({ sellerOrderId, correlation }) => ({ payload: { sellerOrderId }, correlation })),
  );
  return orders.length;
}

/** Orders with lines that wait for a shop. */
export async function countWaitingOrders(tx: Tx): Promise<number> {
  return tx.sellerOrder.count({ where: { state: 'accepted', lines: { some: { state: 'waiting' } } } });
}
