import { refuse } from '@hub/store-kit';
import { z } from 'zod';
import { requireDone, UserErrors } from './admin-api';
import { gid } from './ids';
import { fulfilledOf } from './read-fulfilment';
import { readOrder, type ReadOrder } from './read-order';
import { HUB_TAG, type Shop } from './shop';

const CANCEL = {
  document: `mutation HubCancel($id: ID!, $note: String) { orderCancel(orderId: $id, reason: OTHER, restock: true,
    refundMethod: { originalPaymentMethodsRefund: false }, notifyCustomer: false, staffNote: $note) {
    orderCancelUserErrors { code field } } }`,
  data: z.object({ orderCancel: z.object({ orderCancelUserErrors: UserErrors }) }),
};

/** Shopify cancels in a background job; it is asked this many times whether that is done. */
const LOOKS = 8;

/** Only what the service has created is ever cancelled here. Nothing is refunded: nothing was collected. */
export async function stopShippingOrder(
  shop: Shop,
  { orderId, reason }: { orderId: string; reason: string | null },
): Promise<'stopped' | 'already_shipped'> {
  const order = await shippingOrder(shop, orderId);
  if (order.cancelledAt) return 'stopped';
  if (await hasLeft(shop, orderId)) return 'already_shipped';
  const { orderCancel } = await shop.api.write(CANCEL, { id: gid('Order', orderId), note: reason });
  // It may have been packed, or cancelled, in this very moment: then the order says so.
  for (let look = 1; look <= LOOKS; look += 1) {
    if ((await shippingOrder(shop, orderId)).cancelledAt) return 'stopped';
    if (orderCancel.orderCancelUserErrors.length > 0) break;
    await shop.sleep(look * 100);
  }
  if (await hasLeft(shop, orderId)) return 'already_shipped';
  requireDone('cancelling', orderCancel.orderCancelUserErrors);
  throw refuse.temporaryFailure(5);
}

async function shippingOrder(shop: Shop, orderId: string): Promise<ReadOrder> {
  const order = await readOrder(shop, orderId);
  if (!order?.tags.includes(HUB_TAG)) throw refuse.unknownOrder('order_id');
  return order;
}

const hasLeft = async (shop: Shop, orderId: string): Promise<boolean> =>
  (await fulfilledOf(shop, orderId)).length > 0;
