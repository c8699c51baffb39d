import type { Tx } from '@hub/database';
import { decided, pending, type EventOutcome } from '@hub/messaging';
import { requestStop, stateRest, stopReference } from '@hub/orders/records';
import { isUnsettled } from '@hub/orders/states';
import { alertShippedAfterAll, resolveUnanswered } from './alerts';
import { ALREADY_SHIPPED, STOPPED } from './answers';
import {
  giveToShop,
  insertCancellation,
  keepReplyAddress,
  readEndedCancellations,
  type CancellationEvent,
} from './cancellation-records';
import { decideCannotShip } from './decide-cannot-ship';
import type { OrderFacts, ShippingOrderFacts, StopFacts } from './order-facts';
import { lockOrder, withStops } from './order-records';
import { resumeStops } from './resume-stops';
import { handOverStop, insertStop } from './stop-records';

/** A shipping shop cannot ship its shipping order, or its platform echoes our own `POST /cancel` (D12). */
export async function cancelShippingOrder(
  tx: Tx,
  event: CancellationEvent,
  target: { sellerOrderId: string; shippingOrderId: string },
): Promise<EventOutcome> {
  const order = await lockOrder(tx, target.sellerOrderId);
  const shippingOrder = order.shippingOrders.find(({ id }) => id === target.shippingOrderId);
  if (!shippingOrder) throw new Error('the shipping order is gone');
  const decision = decideCannotShip(shippingOrder, event.eventId);
  switch (decision.kind) {
    case 'already_shipped':
      await alertShippedAfterAll(tx, { order, shippingOrder });
      await stateRest(tx, { shippingOrderIds: [shippingOrder.id], statement: 'cannot_ship', now: event.now });
      return decided(ALREADY_SHIPPED);
    case 'confirm':
      await resolveUnanswered(tx, await readEndedCancellations(tx, target));
      await resumeStops(tx, { id: order.id, shippingOrders: [shippingOrder] }, event);
      return decided(STOPPED);
    case 'resume':
      if (shippingOrder.stop) await keepReplyAddress(tx, shippingOrder.stop.cancellationId, event);
      await resumeStops(tx, { id: order.id, shippingOrders: [shippingOrder] }, event);
      return pending;
    case 'take_over':
      await takeOver(tx, event, { order, shippingOrder, stop: decision.stop });
      return pending;
    case 'begin':
      await begin(tx, event, { order, shippingOrder });
      return pending;
  }
}

/** The order's own cancellation waits for the stop all the same; that of an order that is taken back becomes the shop's. */
async function takeOver(
  tx: Tx,
  event: CancellationEvent,
  stopped: { order: OrderFacts; shippingOrder: ShippingOrderFacts; stop: StopFacts },
): Promise<void> {
  const { order, shippingOrder, stop } = stopped;
  const of = { kind: 'cannot_ship', sellerOrderId: order.id, shippingOrderId: shippingOrder.id } as const;
  let { cancellationId } = stop;
  if (stop.kind === 'taken_back') await giveToShop(tx, cancellationId, event);
  else cancellationId = await insertCancellation(tx, of, event);
  const reference = stopReference(shippingOrder, event.eventId);
  await handOverStop(tx, stop.id, { cancellationId, reference });
  await resumeStops(tx, { id: order.id, shippingOrders: [shippingOrder] }, event);
}

async function begin(
  tx: Tx,
  event: CancellationEvent,
  { order, shippingOrder }: { order: OrderFacts; shippingOrder: ShippingOrderFacts },
): Promise<void> {
  const of = { kind: 'cannot_ship', sellerOrderId: order.id, shippingOrderId: shippingOrder.id } as const;
  const cancellationId = await insertCancellation(tx, of, event);
  await requestStop(tx, [shippingOrder.id], event.now);
  await insertStop(
    tx,
    {
      cancellationId,
      shippingOrderId: shippingOrder.id,
      calledShopId: shippingOrder.shopId,
      reference: stopReference(shippingOrder, event.eventId),
      state: isUnsettled(shippingOrder) ? 'settling' : 'due',
    },
    event.now,
  );
  const { shippingOrders } = await withStops(tx, order);
  const begun = shippingOrders.filter(({ id }) => id === shippingOrder.id);
  await resumeStops(tx, { id: order.id, shippingOrders: begun }, event);
}
