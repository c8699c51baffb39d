import { CancelRequest } from '@hub/contract';

import { putGoodsBack } from '../state/move-goods';
import { hasShippedLine, type StoreOrder } from '../state/orders';
import type { Store } from '../state/store';
import { errorAnswer, receiptAnswer } from './answer';
import { idempotentEndpoint } from './idempotent-endpoint';

/** D21: stops a shipping order of which nothing has shipped; one that is stopped already stays so. */
export const postCancel = idempotentEndpoint({
  name: 'POST /cancel',
  schema: CancelRequest,
  carryOut(store, request) {
    const order = store.orders.get(request.order_id);
    if (order?.kind !== 'shipping') {
      return errorAnswer('unknown_order', 'the store has no such shipping order', 'order_id');
    }
    if (hasShippedLine(order)) {
      store.tell(`could not stop shipping order ${order.orderId}: a parcel has left`);
      return errorAnswer('order_already_shipped', 'a line of the order has shipped');
    }
    if (order.status === 'created') stop(store, order);
    return receiptAnswer({
      success: true,
      external_ref: request.external_ref,
      order_id: request.order_id,
      status: 'stopped',
    });
  },
});

function stop(store: Store, order: StoreOrder): void {
  order.status = 'cancelled';
  for (const line of order.lines) {
    putGoodsBack(store, line.variantId, line.taken);
    line.taken = [];
  }
  store.tell(`stopped shipping order ${order.orderId} and put the goods back`);
  if (store.options.echoes?.cancellations) {
    store.events.send({ event: 'order.cancelled', data: { order_id: order.orderId } });
  }
}
