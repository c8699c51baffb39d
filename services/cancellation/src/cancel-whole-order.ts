import type { Tx } from '@hub/database';
import { decided, pending, type EventOutcome } from '@hub/messaging';
import {
  changeSellerOrder,
  requestStop,
  stateRest,
  stopFreeLines,
  stopReference,
  stopShippingOrders,
} from '@hub/orders/records';
import { closeWaitingAlerts } from '@hub/orders/routing';
import { resolveHeld, resolvePlacing, resolveUnanswered } from './alerts';
import { ALREADY_SHIPPED, STOPPED } from './answers';
import {
  findWholeOrderCancellation,
  insertCancellation,
  keepReplyAddress,
  type CancellationEvent,
} from './cancellation-records';
import { decideWholeOrder, type NewStop } from './decide-whole-order';
import { freeStock } from './free-stock';
import type { OrderFacts } from './order-facts';
import { lockOrder, withStops } from './order-records';
import { resumeStops } from './resume-stops';
import { settleCancellations } from './settle-cancellations';
import { insertStop } from './stop-records';

/** A selling shop cancels its whole order (D12). */
export async function cancelWholeOrder(
  tx: Tx,
  event: CancellationEvent,
  sellerOrderId: string,
): Promise<EventOutcome> {
  const order = await lockOrder(tx, sellerOrderId);
  const cancellation = await findWholeOrderCancellation(tx, sellerOrderId);
  const decision = decideWholeOrder({ order, cancellation });
  switch (decision.kind) {
    case 'stopped_before':
      await resolveUnanswered(tx, cancellation ? [cancellation.id] : []);
      return decided(STOPPED);
    case 'already_shipped':
      await stateRest(tx, {
        shippingOrderIds: order.shippingOrders.map(({ id }) => id),
        statement: 'cancelled',
        now: event.now,
      });
      return decided(ALREADY_SHIPPED);
    case 'resume':
      if (cancellation) await keepReplyAddress(tx, cancellation.id, event);
      await resumeStops(tx, order, event);
      return pending;
    case 'begin':
      return begin(tx, event, { order, stops: decision.stops });
  }
}

async function begin(
  tx: Tx,
  event: CancellationEvent,
  { order, stops }: { order: OrderFacts; stops: NewStop[] },
): Promise<EventOutcome> {
  const { now, correlation } = event;
  const of = { kind: 'whole_order', sellerOrderId: order.id, shippingOrderId: null } as const;
  const cancellationId = await insertCancellation(tx, of, event);
  await changeSellerOrder(tx, order.id, 'cancel');
  await requestStop(
    tx,
    stops.map(({ shippingOrderId }) => shippingOrderId),
    now,
  );
  const withoutCall = stops.filter(({ state }) => state === 'confirmed').map((stop) => stop.shippingOrderId);
  await stopShippingOrders(tx, withoutCall, now);
  await insertStops(tx, { cancellationId, order, stops }, event);
  await stopFreeLines(tx, order.id);
  await closeWaitingAlerts(tx, [order.id]);
  await resolvePlacing(tx, withoutCall);
  await resolveHeld(tx, order);

  const ended = await settleCancellations(tx, order, now);
  if (ended.length === 0) {
    await resumeStops(tx, await withStops(tx, order), event);
  }
  await freeStock(tx, withoutCall, correlation);
  const verdict = ended.find(({ cancellation }) => cancellation.id === cancellationId)?.verdict;
  return verdict ? decided(verdict) : pending;
}

async function insertStops(
  tx: Tx,
  begun: { cancellationId: string; order: OrderFacts; stops: NewStop[] },
  { eventId, now }: CancellationEvent,
): Promise<void> {
  const { cancellationId, order, stops } = begun;
  for (const stop of stops) {
    const shippingOrder = order.shippingOrders.find(({ id }) => id === stop.shippingOrderId);
    if (!shippingOrder) continue;
    await insertStop(
      tx,
      {
        ...stop,
        cancellationId,
        calledShopId: shippingOrder.shopId,
        reference: stopReference(shippingOrder, eventId),
      },
      now,
    );
  }
}
