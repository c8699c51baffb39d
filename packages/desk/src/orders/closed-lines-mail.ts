import { withMinorUnits } from '../words/with-minor-units';
import type { ShopMail } from '../shops/mail-addresses';
import type { DescribedOrder } from './describe-order';

type ClosedLinesOrder = Pick<
  DescribedOrder,
  'orderId' | 'orderNumber' | 'shop' | 'shopName' | 'currency' | 'lines' | 'mailAddresses'
>;

/**
 * The mail to the selling shop about lines that were closed as unfulfillable (D19): no call notifies it. Without
 * personal data. Null: no line was closed.
 */
export function closedLinesMail(order: ClosedLinesOrder): ShopMail | null {
  const closed = order.lines.filter(({ state }) => state === 'unfulfillable');
  if (closed.length === 0) return null;
  const { orderId, orderNumber, shopName } = order;
  const name = nameOfOrder(order);
  const [lines, them] = closed.length === 1 ? ['this line', 'it'] : ['these lines', 'them'];
  const text = [
    `Hello ${shopName},`,
    `no shop of the network can ship ${lines} of your order ${name}, so we have closed ${them}:`,
    closed.map((line) => lineText(line, order.currency)).join('\n'),
    `Please refund your customer for ${them}. The other lines of the order are not affected.`,
    `No call notifies your store of this. You find ${them} at your door as well, under "Not fulfilled".`,
  ].join('\n\n');
  return {
    subject: `Order ${orderNumber ?? orderId}: ${closed.length === 1 ? 'a line' : 'lines'} that no shop ships`,
    text,
    to: mailAddressesOf(order, order.shop),
  };
}

/** By its number if it has one, and its id. */
export function nameOfOrder({
  orderId,
  orderNumber,
}: Pick<DescribedOrder, 'orderId' | 'orderNumber'>): string {
  return orderNumber === null || orderNumber === orderId ? orderId : `${orderNumber} (id ${orderId})`;
}

/** Of a shop of the order; empty: its sheet has none. */
export function mailAddressesOf(
  { mailAddresses }: Pick<DescribedOrder, 'mailAddresses'>,
  shop: string,
): readonly string[] {
  return mailAddresses[shop] ?? [];
}

function lineText(
  { quantity, title, lineItemId, variantId, unitPrice, closedAt }: ClosedLinesOrder['lines'][number],
  currency: string,
): string {
  const on = closedAt === null ? '' : `, closed on ${closedAt.toISOString().slice(0, 10)}`;
  return `- ${quantity} × ${title ?? variantId} (line ${lineItemId}, variant ${variantId}), ${withMinorUnits(unitPrice, currency)} ${currency} each before discounts${on}`;
}
