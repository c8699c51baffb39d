import { LOOP_GUARD_TAG, ShippingOrderRequest } from '@hub/contract';

import { echoOrder } from '../actions/echo-order';
import { scheduleShipment } from '../actions/schedule-shipment';
import { takeGoods } from '../state/move-goods';
import type { OrderLine, StoreOrder } from '../state/orders';
import type { Store } from '../state/store';
import { errorAnswer, receiptAnswer } from './answer';
import { idempotentEndpoint } from './idempotent-endpoint';
import { invalidRequest } from './read-body';

type RequestLine = ShippingOrderRequest['line_items'][number];

/**
 * Creates a paid shipping order. A store accepts what it has too little of: the promise was the service's, and a shop
 * that cannot ship says so with `order.cancelled`.
 */
export const postOrders = idempotentEndpoint({
  name: 'POST /orders',
  schema: ShippingOrderRequest,
  carryOut(store, request, { body }) {
    if (request.currency !== store.options.currency) {
      return invalidRequest("is not the store's currency", 'currency');
    }
    const lines: OrderLine[] = [];
    for (const [index, requested] of request.line_items.entries()) {
      const variantId = findVariantId(store, requested);
      if (variantId === null) {
        return errorAnswer('unknown_variant', 'the store has no such variant', `line_items[${index}]`);
      }
      lines.push({
        lineId: store.newId(),
        externalRef: requested.external_ref,
        variantId,
        quantity: requested.quantity,
        locationId: null,
        taken: [],
        shipped: 0,
        tracked: 0,
      });
    }
    const order: StoreOrder = {
      kind: 'shipping',
      orderId: store.newId(),
      externalRef: request.external_ref,
      status: 'created',
      paymentStatus: request.payment_status,
      tags: [LOOP_GUARD_TAG],
      lines,
      document: body,
    };
    store.orders.set(order.orderId, order);
    store.tell(
      `received shipping order ${order.orderId} of ${lines.length} line(s) to ship for another shop`,
    );
    takeAtOrder(store, order);
    echoOrder(store, order, request);
    scheduleShipment(store, order);
    return receiptAnswer({
      success: true,
      message: 'shipping order created',
      external_ref: request.external_ref,
      order_id: order.orderId,
      status: 'created',
    });
  },
});

/** At least one of variant id and barcode is given; the id wins. */
function findVariantId(store: Store, line: RequestLine): string | null {
  if (line.variant_id !== null) return store.catalogue.findVariant(line.variant_id)?.variant_id ?? null;
  if (line.barcode === null) return null;
  return store.catalogue.findVariantByBarcode(line.barcode)?.variant_id ?? null;
}

function takeAtOrder(store: Store, order: StoreOrder): void {
  if (store.options.deducts === 'shipment') return;
  for (const line of order.lines) line.taken = takeGoods(store, line.variantId, line.quantity);
}
