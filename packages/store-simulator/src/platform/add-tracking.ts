import { type Parcel, refuse } from '@hub/store-kit';

import type { Store } from '../state/store';

/** D20: a package of an own order; the customer is notified once per package. */
export function addTracking(store: Store, parcel: Parcel): void {
  const { orderId, externalRef, carrier, trackingNumber, trackingUrl, lines } = parcel;
  const order = store.orders.get(orderId);
  const parts = lines.map(({ lineId, quantity }) => ({
    line: order?.lines.find((line) => line.lineId === lineId),
    quantity,
  }));
  for (const [index, { line, quantity }] of parts.entries())
    if (line && line.tracked + quantity > line.quantity)
      throw refuse.invalidRequest(`line_items[${index}].quantity`, 'is more than was ordered');
  for (const { line, quantity } of parts) if (line) line.tracked += quantity;
  store.notifications.push({ orderId, externalRef, carrier, trackingNumber, trackingUrl, lines: [...lines] });
  store.print(`notified the customer of ${orderId}: on its way with ${carrier}, ${trackingNumber}`);
}
