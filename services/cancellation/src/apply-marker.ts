import type { Tx } from '@hub/database';
import { done, ignored, type CommandInput, type Settlement } from '@hub/messaging';
import { takeMarker } from '@hub/orders/records';
import { cancelShippingOrder } from './cancel-shipping-order';

/**
 * `shipping-order.cannot-ship`: a shipping order has received its store's id, and an earlier `order.cancelled` of its
 * shop named that id while it was unknown (D12). It counts as any other "cannot ship", except that no delivery waits
 * for an answer.
 */
export async function applyMarker(
  tx: Tx,
  { payload, correlation, now }: CommandInput<{ shippingOrderId: string }>,
): Promise<Settlement> {
  const order = await tx.shippingOrder.findUnique({
    where: { id: payload.shippingOrderId },
    select: { id: true, shopId: true, sellerOrderId: true, storeOrderId: true },
  });
  if (order === null || order.storeOrderId === null) return ignored('its id is not known');
  const { id: shippingOrderId, shopId, sellerOrderId, storeOrderId: orderId } = order;
  const marker = await takeMarker(tx, { shopId, orderId });
  if (!marker) return ignored('there is no marker any more');
  const event = {
    shopId,
    eventId: marker.eventId ?? `marker of ${orderId}`,
    data: { reason: marker.reason ?? undefined },
    correlation: marker.correlation ?? correlation,
    replyTo: null,
    receivedAt: now,
    now,
  };
  const end = await cancelShippingOrder(tx, event, { sellerOrderId, shippingOrderId });
  if (end.kind !== 'decided') return done('it cannot be shipped: its shop is asked to stop it');
  return done(end.verdict.status === 200 ? 'it is stopped, or being stopped' : 'it has shipped');
}
