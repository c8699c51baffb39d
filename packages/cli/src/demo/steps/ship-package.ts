import { randomInt } from 'node:crypto';
import type { Demo } from '../demo';
import type { PlacedOrder } from '../place-order';
import { expectTrue, soon } from '../soon';

/** The shipping shop sends a package; its tracking reaches the selling shop, which tells the customer. */
export async function shipPackage(
  { narrator, seller }: Demo,
  { orderId, shipper, shippingOrderId }: PlacedOrder,
): Promise<void> {
  narrator.step(`${shipper.name} ships, ${seller.name} learns the tracking`);
  const trackingNumber = `PN${randomInt(100_000_000, 1_000_000_000)}`;
  const { answer } = await shipper.store.ship(shippingOrderId, { carrier: 'PostNord', trackingNumber }).done;
  expectTrue(answer?.outcome === 'accepted', 'fulfillment.shipped is answered 200 accepted', answer);
  narrator.tell(`${shipper.name} packs it and sends fulfillment.shipped; the hub answers 200 accepted`);
  const told = await soon(
    `${seller.name} receives the tracking (PUT /orders/${orderId}/tracking)`,
    () =>
      seller.store.notifications.find((notification) => notification.trackingNumber === trackingNumber) ??
      null,
  );
  narrator.tell(`PUT /orders/{order_id}/tracking to ${seller.name}: ${told.carrier} ${told.trackingNumber}`);
  narrator.tell(`${seller.name} tells its customer: once, however often the call is repeated`);
}
