import { ReturnRequest } from '@hub/contract';

import type { StoreReturn } from '../state/orders';
import { errorAnswer, receiptAnswer } from './answer';
import { idempotentEndpoint } from './idempotent-endpoint';
import { invalidRequest } from './read-body';

/** D22: registers a return on an own order; whole lines only. The refund is the store's own affair. */
export const postReturns = idempotentEndpoint({
  name: 'POST /returns',
  schema: ReturnRequest,
  carryOut(store, request) {
    const order = store.orders.get(request.order_id);
    if (order?.kind !== 'own') {
      return errorAnswer('unknown_order', 'the store has no such order of its own', 'order_id');
    }
    for (const [index, { order_line_id, quantity }] of request.lines.entries()) {
      const path = `lines[${index}]`;
      const line = order.lines.find((one) => one.lineId === order_line_id);
      if (!line) return errorAnswer('unknown_line', 'the order has no such line', `${path}.order_line_id`);
      if (quantity !== line.quantity) return invalidRequest('is not the whole line', `${path}.quantity`);
    }
    const registered: StoreReturn = {
      returnId: store.newId(),
      orderId: order.orderId,
      externalRef: request.external_ref,
      lines: request.lines.map((line) => ({
        lineId: line.order_line_id,
        quantity: line.quantity,
        reason: line.reason ?? null,
      })),
    };
    store.returns.push(registered);
    store.tell(`registered return ${registered.returnId} on order ${order.orderId}`);
    if (store.options.echoes?.returns) {
      const lines = request.lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity }));
      store.events.send({ event: 'return.created', data: { order_id: order.orderId, lines } });
    }
    return receiptAnswer({ external_ref: request.external_ref, return_id: registered.returnId });
  },
});
