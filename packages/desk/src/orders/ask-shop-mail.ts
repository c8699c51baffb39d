import type { ShopMail } from '../shops/mail-addresses';
import { mailAddressesOf, nameOfOrder } from './closed-lines-mail';
import type { DescribedOrder } from './describe-order';

type Asked = Pick<
  DescribedOrder,
  'orderId' | 'orderNumber' | 'shop' | 'shopName' | 'heldBecause' | 'mailAddresses'
>;

/** A shipping order that its shop is asked about. */
type About = Pick<
  DescribedOrder['shippingOrders'][number],
  'shop' | 'shopName' | 'externalRef' | 'storeOrderId'
>;

/** What its shop is asked about a shipping order. `has_it`: D18. `stops_it`: D12. `new_address`: arranged with it (contract). */
type ShippingQuestion = 'has_it' | 'stops_it' | 'new_address';

/** The mail that asks the shipping shop, ready to be sent. Without personal data. */
export function askShippingShop(order: Asked, about: About, question: ShippingQuestion): ShopMail {
  const { shop, shopName, externalRef, storeOrderId } = about;
  const name = storeOrderId === null ? externalRef : `${storeOrderId} (our reference ${externalRef})`;
  const { subject, says } = QUESTIONS[question](name);
  return mail(order, { shop, shopName }, { subject: `${externalRef}: ${subject}`, says });
}

const QUESTIONS: Record<ShippingQuestion, (name: string) => { subject: string; says: string[] }> = {
  has_it: (name) => ({
    subject: 'do you have this order?',
    says: [
      `We sent you the order ${name}, and what your store answers does not tell us whether you have it.`,
      'Do you have it, and under which id of yours? Please say so at your door, on the page of the order, or reply to this mail. Until then no other shop ships it.',
    ],
  }),
  stops_it: (name) => ({
    subject: 'please stop it',
    says: [
      `The order ${name} is cancelled, and your store has not confirmed that it stopped.`,
      'Please stop it, and confirm that at your door, on the page of the order. If it has shipped already, say so there.',
    ],
  }),
  new_address: (name) => ({
    subject: 'the delivery address is wrong',
    says: [
      `The delivery address of the order ${name} is wrong. Please do not ship it to that address.`,
      'The right address is:\n[enter it here]',
      'Please reply once you have changed it in your system. If the order has shipped already, reply with that, so that we can ask the carrier.',
    ],
  }),
};

/** What the selling shop is asked about its order. `still_wanted`: it is held. `refunded`: goods came back (D13). */
type SellerQuestion = 'still_wanted' | 'refunded';

/** The mail that asks the selling shop, ready to be sent. Without personal data. */
export function askSellingShop(order: Asked, question: SellerQuestion): ShopMail {
  const name = nameOfOrder(order);
  const says =
    question === 'still_wanted'
      ? [
          `We hold your order ${name}${order.heldBecause === null ? '' : `: ${order.heldBecause}`}. No shop has been asked to ship it.`,
          'Does your customer still want it? If not, please send us its cancellation.',
        ]
      : [
          `Goods of your order ${name} came back to the shop that shipped them.`,
          'Have you refunded them to your customer already? We pass the return on only if you have not.',
        ];
  const subject = `Order ${order.orderNumber ?? order.orderId}: ${question === 'still_wanted' ? 'is it still wanted?' : 'is it refunded?'}`;
  return mail(order, { shop: order.shop, shopName: order.shopName }, { subject, says });
}

function mail(
  order: Asked,
  { shop, shopName }: { shop: string; shopName: string },
  { subject, says }: { subject: string; says: readonly string[] },
): ShopMail {
  return {
    subject,
    text: [`Hello ${shopName},`, ...says].join('\n\n'),
    to: mailAddressesOf(order, shop),
  };
}
