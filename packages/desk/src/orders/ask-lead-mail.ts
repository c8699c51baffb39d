import type { ShopMail } from '../shops/mail-addresses';
import { nameOfOrder } from './closed-lines-mail';
import type { DescribedOrder } from './describe-order';

/** What a lead is asked about: a problem as its page says it. */
interface Asked {
  title: string;
  /** What only a lead can do about it. */
  onlyLead: readonly string[];
}

/** The mail in which an agent asks a lead about a problem of an order, ready to be sent. Without personal data. */
export function askLead(
  order: Pick<DescribedOrder, 'id' | 'orderId' | 'orderNumber' | 'shopName'>,
  { title, onlyLead }: Asked,
): ShopMail {
  const name = order.orderNumber ?? order.orderId;
  return {
    subject: `Order ${name} of ${order.shopName}: ${title}`,
    text: [
      'Hello,',
      `please look at the order ${nameOfOrder(order)} of ${order.shopName}: ${title.replace(/\.$/, '')}.`,
      ...(onlyLead.length === 0 ? [] : [`Only a lead can do this: ${onlyLead.join('; ')}.`]),
      `At the support desk: /orders/${order.id}`,
    ].join('\n\n'),
    to: [],
  };
}
