import type { OrderLine, StoreOrder } from '../state/orders';
import type { Store } from '../state/store';

/** Throws where the store has no such order. */
export function requireOrder(store: Store, orderId: string): StoreOrder {
  const order = store.orders.get(orderId);
  if (!order) throw new Error(`the store has no order ${orderId}`);
  return order;
}

/** A line by the store's own id or by the service's reference. Throws where the order has no such line. */
export function requireLine(order: StoreOrder, id: string): OrderLine {
  const line = order.lines.find((one) => one.lineId === id || one.externalRef === id);
  if (!line) throw new Error(`order ${order.orderId} has no line ${id}`);
  return line;
}
