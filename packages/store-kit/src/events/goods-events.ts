import { joinLines } from '../facts/join-lines';
import type { KitContext } from '../context';
import type { ReturnedGoods, ShippedPackage } from '../facts/facts';
import { idOf, type Records, type ShippingOrderRecord, type ReportedReturns } from '../records';
import type { Reported } from '../store-kit';
import { freeze } from './freeze';
import { noteOpenReturn } from './open-returns';
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
  // Only what the shop itself put into the parcel: nothing of the service's.
  if (items.length === 0) return { skipped: 'unreported_order' };
  order.packages.push(packageId);
  await records.update('shipping_order', orderId, order);
  await noteShippedStock(order, orderId, records);
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

/** D17: the stock of a line that has left whole is reported again, by the sweep. */
async function noteShippedStock<Tx>(
  { lines }: ShippingOrderRecord,
  orderId: string,
  records: Records<Tx>,
): Promise<void> {
  for (const { variantId, shipped, quantity } of lines)
    if (variantId && shipped >= quantity)
      await records.insert('shipped_stock', idOf(orderId, variantId), { orderId, variantId });
}

function shippedItems(order: ShippingOrderRecord, lineId: string, quantity: number) {
  const lines = order.lines.filter((line) => line.lineId === lineId);
  const parts = lines.map((line) => ({ part: line, open: line.quantity - line.shipped }));
  return spread(quantity, parts).map((share) => {
    share.part.shipped += share.quantity;
    return { external_ref: share.part.externalRef, quantity: share.quantity };
  });
}

/**
 * Reports goods that are back as `return.created`: of a shipping order with its references, of an order sold here without. The service
 * takes whole lines: part of one is kept until the rest is back too.
 */
export async function reportReturn<Tx>(
  kit: KitContext<Tx>,
  goods: ReturnedGoods,
  records: Records<Tx>,
): Promise<Reported> {
  if (!kit.has('returns')) return { skipped: 'not_ported' };
  const { returnId, orderId } = goods;
  if (kit.isServing('register_return') || (await records.find('return', returnId)))
    return { skipped: 'echo' };
  const found = await orderOf(records, orderId);
  // Orders kept by an earlier release know none, or their ids alone.
  const returns: ReportedReturns = { ...found?.order.returns };
  const reported = returns[returnId];
  // A platform reports a return as it stands: what is more than before counts.
  const pieces = joinLines(goods.lines);
  const more = pieces
    .map((line) => ({ ...line, quantity: line.quantity - (reported?.[line.lineId] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (reported && more.length === 0) return { skipped: 'repeated' };
  const lines = found ? linesOf(found, more) : [];
  if (!found || lines.length === 0) return { skipped: 'unreported_order' };
  const open = lines.filter(({ wasWhole }) => !wasWhole);
  if (open.length === 0) return { skipped: 'repeated' };
  returns[returnId] = Object.fromEntries(pieces.map((line) => [line.lineId, line.quantity]));
  await found.keep(returns);
  const known = found.lines.map((line) => line.known);
  await noteOpenReturn({ orderId, lines: known }, kit.now(), records);
  const whole = open.filter(({ isWhole }) => isWhole).map(({ line }) => line);
  if (whole.length === 0) return { skipped: 'part_of_a_line' };
  const data = { ...found.names, lines: whole, customer_note: goods.customerNote };
  const event = freeze({ event: 'return.created', key: null, subject: orderId, data }, kit);
  await kit.storage.enqueue(event, records.tx);
  return { queued: event.eventId };
}

interface KnownLine {
  lineId: string;
  quantity: number;
  returned: number;
}

/** An order that goods can come back of, with what the service calls it and its lines. */
interface ReturnableOrder {
  order: { returns?: ReportedReturns };
  names: { order_id: string; external_ref?: string };
  lines: readonly { known: KnownLine; names: { order_line_id: string; external_ref?: string } }[];
  keep(returns: ReportedReturns): Promise<void>;
}

async function orderOf<Tx>(records: Records<Tx>, orderId: string): Promise<ReturnableOrder | null> {
  const shipping = await records.find('shipping_order', orderId);
  if (shipping)
    return {
      order: shipping,
      names: { order_id: orderId, external_ref: shipping.externalRef },
      lines: shipping.lines.map((known) => ({
        known,
        names: { order_line_id: known.lineId, external_ref: known.externalRef },
      })),
      keep: (returns) => records.update('shipping_order', orderId, { ...shipping, returns }),
    };
  const sold = await records.find('sold_order', orderId);
  return (
    sold && {
      order: sold,
      names: { order_id: orderId },
      lines: sold.lines.map((known) => ({ known, names: { order_line_id: known.lineItemId } })),
      keep: (returns) => records.update('sold_order', orderId, { ...sold, returns }),
    }
  );
}

/** What is back of each line the service knows, and whether that is all of it by now, or was before: then it was reported. */
function linesOf({ lines }: ReturnableOrder, more: ReturnedGoods['lines']) {
  const isWhole = ({ known }: ReturnableOrder['lines'][number]): boolean => known.returned >= known.quantity;
  const before = lines.filter(isWhole);
  const reasons = new Map<KnownLine, string | null | undefined>();
  for (const { lineId, quantity, reason } of more) {
    const parts = lines.filter(({ known }) => known.lineId === lineId);
    const open = parts.map(({ known }) => ({ part: known, open: known.quantity - known.returned }));
    for (const { part, quantity: back } of spread(quantity, open)) {
      part.returned += back;
      reasons.set(part, reasons.get(part) ?? reason);
    }
  }
  return lines
    .filter(({ known }) => reasons.has(known))
    .map((line) => ({
      line: { ...line.names, quantity: line.known.quantity, reason: reasons.get(line.known) },
      isWhole: isWhole(line),
      wasWhole: before.includes(line),
    }));
}
