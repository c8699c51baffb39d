import { LOOP_GUARD_TAG, type ShippingOrderRequest } from '@hub/contract';

import type { StoreOrder } from '../state/orders';
import type { Store } from '../state/store';

/** Where the platform reports every order, including shipping orders, with the loop guard it supports. */
export function echoOrder(store: Store, order: StoreOrder, request: ShippingOrderRequest): void {
  const guard = store.options.echoes?.orders;
  if (!guard) return;
  store.events.send({
    event: 'order.created',
    data: {
      order_id: order.orderId,
      created_at: store.nowIso(),
      payment_status: order.paymentStatus,
      currency: request.currency,
      ...(guard === 'tag' ? { tags: [LOOP_GUARD_TAG] } : { hub_external_ref: order.externalRef }),
      shipping_address: request.ship_to,
      shipping_cost: 0,
      total_discounts: 0,
      line_items: order.lines.map((line, index) => ({
        line_item_id: line.lineId,
        variant_id: line.variantId,
        quantity: line.quantity,
        unit_price: request.line_items[index]?.unit_price,
        fulfillment_location_id: store.options.locations[0],
      })),
    },
  });
}
