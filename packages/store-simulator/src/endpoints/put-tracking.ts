import { TrackingRequest } from '@hub/contract';

import { errorAnswer, receiptAnswer } from './answer';
import { idempotentEndpoint } from './idempotent-endpoint';
import { invalidRequest } from './read-body';

/** D20: a package of an own order; the customer is told once per package. */
export const putTracking = idempotentEndpoint({
  name: 'PUT /orders/{order_id}/tracking',
  schema: TrackingRequest,
  carryOut(store, request, { orderId }) {
    const order = store.orders.get(orderId);
    if (order?.kind !== 'own') return errorAnswer('unknown_order', 'the store has no such order of its own');
    const parts = request.line_items.map(({ line_item_id, quantity }) => ({
      line: order.lines.find((line) => line.lineId === line_item_id),
      quantity,
    }));
    for (const [index, { line, quantity }] of parts.entries()) {
      const path = `line_items[${index}]`;
      if (!line) return errorAnswer('unknown_line', 'the order has no such line', `${path}.line_item_id`);
      if (line.tracked + quantity > line.quantity) {
        return invalidRequest('is more than was ordered', `${path}.quantity`);
      }
    }
    const lines = parts.flatMap(({ line, quantity }) => {
      if (!line) return [];
      line.tracked += quantity;
      return [{ lineId: line.lineId, quantity }];
    });
    store.notifications.push({
      orderId,
      externalRef: request.external_ref,
      carrier: request.carrier,
      trackingNumber: request.tracking_number,
      trackingUrl: request.tracking_url ?? null,
      lines,
    });
    store.tell(
      `told the customer of ${orderId}: on its way with ${request.carrier}, ${request.tracking_number}`,
    );
    return receiptAnswer({ success: true, external_ref: request.external_ref, order_id: orderId });
  },
});
