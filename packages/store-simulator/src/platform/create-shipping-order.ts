import { LOOP_GUARD_TAG } from '@hub/contract';
import {
  type CreatedShippingOrder,
  refuse,
  type ShippingOrder,
  type ShippingOrderLine,
} from '@hub/store-kit';

import { takeGoods } from '../state/move-goods';
import type { OrderLine, StoreOrder } from '../state/orders';
import type { Store } from '../state/store';

/**
 * Creates a paid shipping order. A store accepts what it has too little of: the service made the promise, and a shop
 * that cannot ship reports it with `order.cancelled`.
 */
export function createShippingOrder(
  store: Store,
  { externalRef, lines: asked }: ShippingOrder,
): CreatedShippingOrder {
  const lines = asked.map((line, index): OrderLine => {
    const variantId = findVariantId(store, line);
    if (variantId === null) throw refuse.unknownVariant(`line_items[${index}]`);
    return {
      lineId: store.newId(),
      externalRef: line.externalRef,
      variantId,
      quantity: line.quantity,
      locationId: null,
      taken: [],
      shipped: 0,
      tracked: 0,
    };
  });
  const order: StoreOrder = {
    kind: 'shipping',
    orderId: store.newId(),
    externalRef,
    status: 'created',
    paymentStatus: 'paid',
    tags: [LOOP_GUARD_TAG],
    lines,
    document: null,
  };
  store.orders.set(order.orderId, order);
  store.print(`received shipping order ${order.orderId} to ship for another shop, lines: ${lines.length}`);
  if (store.options.deducts !== 'shipment')
    for (const line of lines) line.taken = takeGoods(store, line.variantId, line.quantity);
  return { orderId: order.orderId, lineIds: lines.map(({ lineId }) => lineId) };
}

/** At least one of variant id and barcode is given; the id wins. */
function findVariantId(store: Store, { variantId, barcode }: ShippingOrderLine): string | null {
  if (variantId !== null) return store.catalogue.findVariant(variantId)?.variant_id ?? null;
  if (barcode === null) return null;
  return store.catalogue.findVariantByBarcode(barcode)?.variant_id ?? null;
}
