import type { Tx } from '@hub/database';
import { lockUnansweredEvents } from './cancellation-records';
import type { OrderFacts, ShippingOrderFacts, StopFacts } from './order-facts';
import { findSellerOrderOfStop, lockOrder } from './order-records';

/** A stop with its order, locked. */
export interface LockedStop {
  order: OrderFacts;
  shippingOrder: ShippingOrderFacts;
  stop: StopFacts;
}

/**
 * Locks what ending a stop writes: the events that wait for it, then its order, as a delivery of such an event does.
 * @returns null: the stop was withdrawn
 */
export async function lockStop(tx: Tx, stopId: string): Promise<LockedStop | null> {
  const sellerOrderId = await findSellerOrderOfStop(tx, stopId);
  if (sellerOrderId === null) return null;
  await lockUnansweredEvents(tx, sellerOrderId);
  const order = await lockOrder(tx, sellerOrderId);
  const shippingOrder = order.shippingOrders.find(({ stop }) => stop?.id === stopId);
  return shippingOrder?.stop ? { order, shippingOrder, stop: shippingOrder.stop } : null;
}
