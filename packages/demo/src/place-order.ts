import { ShippingOrderRequest } from '@hub/contract';
import { DecisionDetail } from '@hub/orders/routing';
import { listedAt, shopOfId, type Demo, type DemoShop } from './demo';
import { expectTrue, eventually } from './eventually';

/** A customer's order at the selling shop, placed at the shop that ships it. */
export interface PlacedOrder {
  /** At the selling shop. */
  orderId: string;
  answeredMs: number;
  detail: DecisionDetail['lines'][number];
  shipper: DemoShop;
  /** What was sent to the shipping shop. */
  request: ShippingOrderRequest;
  /** Every step of the line's money. */
  calculation: unknown;
  /** The shipping shop's own order id, from its receipt. */
  shippingOrderId: string;
}

export const SALE = { unitPrice: 129, discount: 12.9, shipping: 6 };

/** Sells one piece of the article to a customer next to the selling shop, for the network to ship; intake is awaited. */
export async function sellOne(demo: Demo): Promise<{ orderId: string; answeredMs: number }> {
  const { seller, article } = demo;
  const { variantId } = listedAt(demo, seller);
  const began = performance.now();
  const { orderId, delivery } = seller.store.sell({
    lines: [{ variantId, quantity: 1, network: true, unitPrice: SALE.unitPrice, title: article.title }],
    address: {
      name: 'Astrid Holm',
      address_line1: 'Nyhavn 17',
      zip: '1051',
      city: seller.city,
      country_code: seller.country,
      email: 'astrid.holm@customer.example',
      latitude: seller.latitude,
      longitude: seller.longitude,
    },
    totalDiscounts: SALE.discount,
    shippingCost: SALE.shipping,
  });
  const { answer } = await delivery.done;
  expectTrue(answer?.outcome === 'accepted', 'order.created is answered 200 accepted', answer);
  return { orderId, answeredMs: Math.round(performance.now() - began) };
}

/** Waits until the order is placed at its shipping shop, and returns all that was decided and sent. */
export async function untilPlaced(
  demo: Demo,
  { orderId, answeredMs }: { orderId: string; answeredMs: number },
): Promise<PlacedOrder> {
  const { db, seller } = demo;
  const order = await db.sellerOrder.findUniqueOrThrow({
    where: { shopId_orderId: { shopId: seller.id, orderId } },
  });
  const shipping = await eventually('the order is placed at a shipping shop (POST /orders)', () =>
    db.shippingOrder.findFirst({
      where: { sellerOrderId: order.id, state: 'placed' },
      include: { lines: true },
    }),
  );
  const decision = await db.routingDecision.findFirstOrThrow({ where: { id: shipping.decisionId } });
  const [detail] = DecisionDetail.parse(decision.detail).lines;
  const [line] = shipping.lines;
  if (!detail || !line) throw new Error('a shipping order without a line');
  return {
    orderId,
    answeredMs,
    detail,
    shipper: shopOfId(demo, shipping.shopId),
    request: ShippingOrderRequest.parse(shipping.payload),
    calculation: line.calculation,
    shippingOrderId: shipping.storeOrderId ?? '',
  };
}
