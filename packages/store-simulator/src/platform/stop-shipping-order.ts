import { putGoodsBack } from '../state/move-goods';
import { hasShippedLine, type StoreOrder } from '../state/orders';
import type { Store } from '../state/store';

/**
 * D21: stops a shipping order of which nothing has shipped; one that the store itself has cancelled stays cancelled.
 */
export function stopShippingOrder(
  store: Store,
  { orderId }: { orderId: string },
): 'stopped' | 'already_shipped' {
  const order = store.orders.get(orderId);
  if (order && hasShippedLine(order)) {
    store.print(`could not stop shipping order ${orderId}: a parcel has left`);
    return 'already_shipped';
  }
  if (order?.status === 'created') stop(store, order);
  return 'stopped';
}

function stop(store: Store, order: StoreOrder): void {
  order.status = 'cancelled';
  for (const line of order.lines) {
    putGoodsBack(store, line.variantId, line.taken);
    line.taken = [];
  }
  store.print(`stopped shipping order ${order.orderId} and put the goods back`);
  if (store.options.echoes?.cancellations) {
    store.events.send({ event: 'order.cancelled', data: { order_id: order.orderId } });
  }
}
