import { randomInt } from 'node:crypto';
import type { Demo } from '../demo';
import type { PlacedOrder } from '../place-order';
import { expectTrue, eventually } from '../eventually';

/** The shipping shop sends a package; its tracking reaches the selling shop, which notifies the customer. */
export async function shipPackage(
  { reporter, seller }: Demo,
  { orderId, shipper, shippingOrderId }: PlacedOrder,
): Promise<void> {
  reporter.step(`${shipper.name} ships, ${seller.name} learns the tracking`);
  const trackingNumber = `PN${randomInt(100_000_000, 1_000_000_000)}`;
  const { answer } = await shipper.store.ship(shippingOrderId, { carrier: 'PostNord', trackingNumber }).done;
  expectTrue(answer?.outcome === 'accepted', 'fulfillment.shipped is answered 200 accepted', answer);
  reporter.print(`${shipper.name} packs it and sends fulfillment.shipped; the hub answers 200 accepted`);
  const tracking = await eventually(
    `${seller.name} receives the tracking (PUT /orders/${orderId}/tracking)`,
    () =>
      seller.store.notifications.find((notification) => notification.trackingNumber === trackingNumber) ??
      null,
  );
  reporter.print(
    `PUT /orders/{order_id}/tracking to ${seller.name}: ${tracking.carrier} ${tracking.trackingNumber}`,
  );
  reporter.print(`${seller.name} notifies its customer: once, however often the call is repeated`);
}
