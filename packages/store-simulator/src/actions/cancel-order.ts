import type { Delivery } from '../delivery/delivery';
import { changeNetworkFigure, putGoodsBack } from '../state/move-goods';
import type { StoreOrder } from '../state/orders';
import type { Store } from '../state/store';
import { requireOrder } from './require-order';

/**
 * Cancels a whole order and sends `order.cancelled` (D12): an own one for the customer, whose goods are put back; or a
 * shipping order that this store cannot ship, whose missing goods are not.
 */
export function cancelOrder(store: Store, orderId: string, reason?: string): Delivery {
  const order = requireOrder(store, orderId);
  if (order.status === 'created' && order.kind === 'own') putBack(store, order);
  order.status = 'cancelled';
  store.print(order.kind === 'own' ? `cancelled its order ${orderId}` : `cannot ship ${orderId}`);
  const cancelledAt = new Date(store.now());
  const delivery = store.report('order.cancelled', {
    send: (events) => events.orderCancelled({ orderId, reason, cancelledAt }),
    anyway: { order_id: orderId, reason, cancelled_at: cancelledAt.toISOString() },
  });
  store.changed();
  return delivery;
}

function putBack(store: Store, order: StoreOrder): void {
  for (const line of order.lines) {
    putGoodsBack(store, line.variantId, line.taken);
    line.taken = [];
    const isNetwork = line.locationId === store.options.hubLocationId;
    if (isNetwork) changeNetworkFigure(store, line.variantId, line.quantity);
  }
}
