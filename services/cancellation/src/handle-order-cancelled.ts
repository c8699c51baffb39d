import { isFuture, type OrderCancelled, type Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import { decided, unrecorded, unsettled, type EventOutcome, type EventInput } from '@hub/messaging';
import type { OrderReferences } from '@hub/orders/placements';
import {
  findNamedOrder,
  leaveMarker,
  linkToOrder,
  lockSellerOrderId,
  type NamedOrder,
} from '@hub/orders/records';
import { mayBeAtUnknownShop } from '@hub/orders/restore';
import { alertWaitsForRestore, resolveUnanswered, resolveWaitsForRestore } from './alerts';
import { FUTURE_TIME, UNKNOWN_ORDER } from './answers';
import { cancelShippingOrder } from './cancel-shipping-order';
import { cancelWholeOrder } from './cancel-whole-order';
import { readEndedCancellations } from './cancellation-records';

type Event = EventInput<OrderCancelled>;

/** What handlers of the event need besides it. */
export interface CancellationSettings {
  /** Find an order at shops of which a restored database does not know. */
  references: OrderReferences;
}

/** `order.cancelled` (D12): of a seller order by its selling shop, of a shipping order by its shipping shop. */
export async function handleOrderCancelled(
  tx: Tx,
  event: Event,
  settings: CancellationSettings,
): Promise<EventOutcome> {
  const { cancelled_at: cancelledAt } = event.data;
  if (cancelledAt !== undefined && isFuture(cancelledAt, event.latestNow)) return decided(FUTURE_TIME);
  const target = await findAlone(tx, event);
  if ('sellerOrderId' in target)
    await linkToOrder(tx, { name: 'order.cancelled', ...event }, target.sellerOrderId);
  switch (target.kind) {
    case 'seller_order':
      return cancelKnownOrder(tx, event, { ...settings, ...target });
    case 'shipping_order':
      return cancelShippingOrder(tx, event, target);
    case 'placement_unknown':
      await leaveMarker(tx, markerOf(event));
      return unsettled('a placement at this shop has no known outcome: it may be the order named');
    case 'unknown':
      return leaveUnknown(tx, event);
  }
}

/**
 * An order that may be at a shop unknown to a restored database would be shipped there: the event waits until it is
 * known which shop to ask.
 */
async function cancelKnownOrder(
  tx: Tx,
  event: Event,
  { sellerOrderId, references }: CancellationSettings & { sellerOrderId: string },
): Promise<EventOutcome> {
  if (await mayBeAtUnknownShop(tx, sellerOrderId, references)) {
    await alertWaitsForRestore(tx, { sellerOrderId, shopId: event.shopId });
    return unsettled('a restored database is not reconciled yet: a shop may have what is to be stopped');
  }
  await resolveWaitsForRestore(tx, sellerOrderId);
  return cancelWholeOrder(tx, event, sellerOrderId);
}

/** The same event resumes an unfinished cancellation; for an ended one the shop gets the recorded verdict. */
export async function onOrderCancelledReplay(
  tx: Tx,
  event: Event,
  { recorded, ...settings }: CancellationSettings & { recorded: Verdict | null },
): Promise<EventOutcome | null> {
  if (recorded === null) return handleOrderCancelled(tx, event, settings);
  const target = await find(tx, event);
  if (target.kind === 'seller_order')
    await resolveUnanswered(tx, await readEndedCancellations(tx, { ...target, shippingOrderId: null }));
  if (target.kind === 'shipping_order') await resolveUnanswered(tx, await readEndedCancellations(tx, target));
  return null;
}

/** An order that gets that id later is held, or counts as "cannot ship" (D12). */
async function leaveUnknown(tx: Tx, event: Event): Promise<EventOutcome> {
  await leaveMarker(tx, markerOf(event));
  return unrecorded(UNKNOWN_ORDER);
}

/**
 * An unknown order is looked up again once no other transaction is storing it: an order and its cancellation may arrive
 * together.
 */
async function findAlone(tx: Tx, event: Event): Promise<NamedOrder> {
  const target = await find(tx, event);
  if (target.kind !== 'unknown' && target.kind !== 'placement_unknown') return target;
  await lockSellerOrderId(tx, { shopId: event.shopId, orderId: event.data.order_id });
  return find(tx, event);
}

function find(tx: Tx, { shopId, data, now }: Event): Promise<NamedOrder> {
  return findNamedOrder(tx, { shopId, orderId: data.order_id, now });
}

function markerOf({ shopId, eventId, correlation, data }: Event) {
  return { shopId, orderId: data.order_id, eventId, reason: data.reason, correlation };
}
