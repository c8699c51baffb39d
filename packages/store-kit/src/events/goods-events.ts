import type { KitContext } from '../context';
import type { ReturnedGoods, ShippedPackage } from '../facts/facts';
import type { Records, ShippingOrderRecord, SoldOrderRecord } from '../records';
import type { Reported } from '../store-kit';
import { freeze } from './freeze';
import { spread } from './spread';

/** Reports a package of a shipping order as `fulfillment.shipped`, with the references that came with the order. */
export async function reportPackage<Tx>(
  kit: KitContext<Tx>,
  shipped: ShippedPackage,
  records: Records<Tx>,
): Promise<Reported> {
  if (!kit.has('orders')) return { skipped: 'not_ported' };
  const { orderId, packageId } = shipped;
  const order = await records.find('shipping_order', orderId);
  if (!order) return { skipped: 'unreported_order' };
  if (order.packages.includes(packageId)) return { skipped: 'repeated' };
  const items = shipped.lines.flatMap(({ lineId, quantity }) => shippedItems(order, lineId, quantity));
  // Only what the shop put into the parcel by itself: nothing of the service's.
  if (items.length === 0) return { skipped: 'unreported_order' };
  order.packages.push(packageId);
  await records.update('shipping_order', orderId, order);
  const data = {
    order_id: orderId,
    external_ref: order.externalRef,
    package_id: packageId,
    carrier: shipped.carrier,
    tracking_number: shipped.trackingNumber,
    tracking_url: shipped.trackingUrl,
    shipped_at: shipped.shippedAt.toISOString(),
    line_items: items,
  };
  const key = `fulfillment.shipped ${orderId} ${packageId}`;
  const event = freeze({ event: 'fulfillment.shipped', key, subject: orderId, data }, kit);
  await kit.storage.enqueue(event, records.tx);
  return { queued: event.eventId };
}

function shippedItems(order: ShippingOrderRecord, lineId: string, quantity: number) {
  const lines = order.lines.filter((line) => line.lineId === lineId);
  const parts = lines.map((line) => ({ part: line, open: line.quantity - line.shipped }));
  return spread(quantity, parts).map((share) => {
    share.part.shipped += share.quantity;
    return { external_ref: share.part.externalRef, quantity: share.quantity };
  });
}

/** Reports goods that are back as `return.created`: of a shipping order with its references, of an order sold here without. */
export async function reportReturn<Tx>(
  kit: KitContext<Tx>,
  goods: ReturnedGoods,
  records: Records<Tx>,
): Promise<Reported> {
  if (!kit.has('returns')) return { skipped: 'not_ported' };
  const { returnId, orderId } = goods;
  if (kit.isServing('register_return') || (await records.find('return', returnId)))
    return { skipped: 'echo' };
  const key = `return.created ${returnId}`;
  const shipping = await records.find('shipping_order', orderId);
  const sold = shipping ? null : await records.find('sold_order', orderId);
  if (!shipping && !sold) return { skipped: 'unreported_order' };
  const lines = goods.lines.flatMap((line) =>
    shipping ? shippingLines(shipping, line) : sold ? soldLines(sold, line) : [],
  );
  if (lines.length === 0) return { skipped: 'unreported_order' };
  const data = {
    order_id: orderId,
    ...(shipping && { external_ref: shipping.externalRef }),
    lines,
    customer_note: goods.customerNote,
  };
  const event = freeze({ event: 'return.created', key, subject: orderId, data }, kit);
  if (!(await kit.storage.enqueue(event, records.tx))) return { skipped: 'repeated' };
  if (shipping) await records.update('shipping_order', orderId, shipping);
  else if (sold) await records.update('sold_order', orderId, sold);
  return { queued: event.eventId };
}

type ReturnedLine = ReturnedGoods['lines'][number];

function shippingLines(order: ShippingOrderRecord, { lineId, quantity, reason }: ReturnedLine) {
  const lines = order.lines.filter((line) => line.lineId === lineId);
  const parts = lines.map((line) => ({ part: line, open: line.quantity - line.returned }));
  return spread(quantity, parts).map((share) => {
    share.part.returned += share.quantity;
    return {
      order_line_id: lineId,
      external_ref: share.part.externalRef,
      quantity: share.quantity,
      reason,
    };
  });
}

function soldLines(order: SoldOrderRecord, { lineId, quantity, reason }: ReturnedLine) {
  const lines = order.lines.filter((line) => line.lineId === lineId);
  const parts = lines.map((line) => ({ part: line, open: line.quantity - line.returned }));
  return spread(quantity, parts).map((share) => {
    share.part.returned += share.quantity;
    return { order_line_id: share.part.lineItemId, quantity: share.quantity, reason };
  });
}
