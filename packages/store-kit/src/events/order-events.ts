import { isLoopGuarded } from '@hub/contract';
import type { KitContext } from '../context';
import type { Address } from '../facts/address';
import type { OrderCancellation, SellerOrder } from '../facts/facts';
import { numberOf } from '../locations';
import type { Records } from '../records';
import type { Reported, UnreportedOrder } from '../store-kit';
import { freeze } from './freeze';
import { soldLinesOf, type WireLine, wireLinesOf } from './wire-lines';

/** Reports a paid order as `order.created`, once. A shipping order is the service's own, however the platform marks it. */
export async function reportPaidOrder<Tx>(
  kit: KitContext<Tx>,
  order: SellerOrder,
  records: Records<Tx>,
): Promise<Reported> {
  if (!kit.has('orders')) return { skipped: 'not_ported' };
  const { orderId, tags, externalRef } = order;
  const isMarked = isLoopGuarded({ tags, hub_external_ref: externalRef });
  if (isMarked || kit.isServing('place_order')) return { skipped: 'echo' };
  if (await records.find('shipping_order', orderId)) return { skipped: 'echo' };
  const lines = wireLinesOf(order, await kit.adapter.locations());
  const isNetworks = lines.some(({ locationId }) => locationId === kit.networkLocationId);
  if (order.unfit && isNetworks) return notFitting(kit, { orderId, reason: order.unfit }, records);
  if (!(await records.insert('sold_order', orderId, { returns: {}, lines: soldLinesOf(lines) })))
    return { skipped: 'repeated' };
  const data = await orderData(kit, { order, lines }, records);
  const key = `order.created ${orderId}`;
  const event = freeze({ event: 'order.created', key, subject: orderId, data }, kit);
  await kit.storage.enqueue(event, records.tx);
  return { queued: event.eventId };
}

/** An order whose prices would be wrong: the shop's staff has to ship or refund it. One that was reported before is final. */
async function notFitting<Tx>(
  kit: KitContext<Tx>,
  order: UnreportedOrder,
  records: Records<Tx>,
): Promise<Reported> {
  if (await records.find('sold_order', order.orderId)) return { skipped: 'repeated' };
  kit.hooks.onUnreported?.(order);
  return { skipped: 'unfit' };
}

/** Reports a cancelled order as `order.cancelled`: one that was reported to the service, or a shipping order that cannot be shipped. */
export async function reportCancellation<Tx>(
  kit: KitContext<Tx>,
  cancellation: OrderCancellation,
  records: Records<Tx>,
): Promise<Reported> {
  if (!kit.has('cancellation')) return { skipped: 'not_ported' };
  if (kit.isServing('cancel_order')) return { skipped: 'echo' };
  const { orderId, reason, cancelledAt } = cancellation;
  const shipping = await records.find('shipping_order', orderId);
  if (shipping?.state === 'stopping' || shipping?.state === 'stopped') return { skipped: 'echo' };
  if (shipping) await records.update('shipping_order', orderId, { ...shipping, state: 'cannot_ship' });
  else if (!(await records.find('sold_order', orderId))) return { skipped: 'unreported_order' };
  const data = { order_id: orderId, reason, cancelled_at: cancelledAt?.toISOString() };
  const key = `order.cancelled ${orderId}`;
  const event = freeze({ event: 'order.cancelled', key, subject: orderId, data }, kit);
  const isNew = await kit.storage.enqueue(event, records.tx);
  return isNew ? { queued: event.eventId } : { skipped: 'repeated' };
}

async function orderData<Tx>(
  { amounts }: KitContext<Tx>,
  { order, lines }: { order: SellerOrder; lines: readonly WireLine[] },
  records: Records<Tx>,
): Promise<object> {
  const exact = (amount: number | undefined) =>
    amount === undefined ? undefined : amounts.ofContract(amount);
  const lineItems = [];
  for (const { lineItemId, line, locationId, quantity } of lines)
    lineItems.push({
      line_item_id: lineItemId,
      variant_id: line.variantId,
      quantity,
      unit_price: exact(line.unitPrice),
      fulfillment_location_id: await numberOf(records, locationId),
      barcode: line.barcode,
      sku: line.sku,
      title: line.title,
    });
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    name: order.name,
    created_at: order.createdAt.toISOString(),
    payment_status: 'paid',
    currency: order.currency,
    tags: order.tags,
    shipping_address: addressData(order.shippingAddress),
    shipping_method: order.shippingMethod,
    shipping_cost: exact(order.shippingCost),
    total_discounts: exact(discountsOf(order)),
    subtotal: exact(order.subtotal),
    total_tax: exact(order.totalTax),
    total_price: exact(order.totalPrice),
    line_items: lineItems,
  };
}

/** As the order says it, or the sum of its lines'. */
function discountsOf({ totalDiscounts, lines }: SellerOrder): number {
  return (
    totalDiscounts ??
    Math.max(
      0,
      lines.reduce((sum, { discount = 0 }) => sum + discount, 0),
    )
  );
}

function addressData(address: Address): object {
  return {
    name: address.name,
    company: address.company,
    address_line1: address.addressLine1,
    address_line2: address.addressLine2,
    zip: address.zip,
    city: address.city,
    province: address.province,
    country_code: address.countryCode,
    phone: address.phone,
    email: address.email,
    latitude: address.latitude,
    longitude: address.longitude,
  };
}
