import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { leaveMarker, saidAtDoor } from '@hub/orders';
import { recordActions } from '@hub/support-desk';
import type { OrderState } from '../orders/order-view';
import { readOrder } from '../orders/read-orders';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** Why the statement comes too late or too early. */
const STANDS: Readonly<Record<OrderState, string>> = {
  dry_run: 'the order was built in the dry run and never sent',
  sending: 'your store has not confirmed the order yet',
  disputed: 'your store has not said yet whether it has the order',
  refused: 'your store refused the order',
  to_ship: 'packages of the order were reported, or its id at your store is not known',
  shipped: 'the order is shipped',
  stopping: 'the order is being stopped',
  stopped: 'the order is stopped',
};

/**
 * A shop states that it does not ship an order: as its `order.cancelled` would (D12), without a waiting sender. Its
 * `POST /cancel` confirms it, then its lines are routed again without this shop.
 */
export async function sayCannotShip(
  db: Database,
  said: { visit: Visit; reference: string; reason: string | undefined; now: number },
): Promise<Acted<Said>> {
  const { visit, reference, reason, now } = said;
  const { shopId } = visit.contact;
  const order = await readOrder(db, { shopId, reference, now });
  if (order === null) return { kind: 'unknown' };
  const { order_id: orderId, external_ref: externalRef } = order;
  if (orderId === null || !order.you_may.includes('cannot_ship'))
    return { kind: 'refused', reason: STANDS[order.state] };
  // From here on the command decides, under its locks.
  return inTransaction(db, async (tx) => {
    const { id, sellerOrderId } = await tx.shippingOrder.findFirstOrThrow({
      where: { shopId, externalRef },
      select: { id: true, sellerOrderId: true },
    });
    const correlation = randomUUID();
    // As if its event had come before its receipt: the same command handles it.
    await leaveMarker(tx, { shopId, orderId, eventId: saidAtDoor(correlation), reason, correlation });
    await enqueue(tx, COMMANDS.cannotShip, { payload: { shippingOrderId: id }, correlation });
    await recordActions(tx, {
      actor: actorOfVisit(visit),
      action: 'door.cannot_ship',
      subjects: [`order:${sellerOrderId}`],
      detail: { reference: externalRef },
    });
    return { kind: 'done', answer: { done: 'It is being stopped, and given to another shop.' } };
  });
}
