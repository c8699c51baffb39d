import {
  listOrders,
  ORDER_HEADLINES,
  ORDER_REASONS,
  OrderArticle,
  type ListedOrder,
} from '@hub/support-desk';
import { z } from 'zod';
import { look } from '../command';
import { Limit, Moment, oneOf, shopIdOf, Text, time } from '../fields';

/** Every order, with its overall state. */
export const orderList = look({
  input: z.strictObject({
    shop: Text.optional(),
    ships: Text.optional(),
    state: oneOf(ORDER_HEADLINES).optional(),
    reason: oneOf(ORDER_REASONS).optional(),
    article: OrderArticle.optional(),
    since: Moment.optional(),
    until: Moment.optional(),
    oldest: z.boolean().default(false),
    limit: Limit,
  }),
  run: async ({ db }, { shop, ships, state: headline, article, oldest, limit, ...rest }) => {
    const filter = {
      ...rest,
      headline,
      shopId: await shopIdOf(db, shop),
      shippingShopId: await shopIdOf(db, ships),
      gtin: article,
    };
    const page = await listOrders(db, { filter, ascending: oldest, limit });
    return {
      orders: page.orders.map(describe),
      looked_until: time(page.lookedUntil),
      more: page.next !== null,
    };
  },
});

function describe(order: ListedOrder) {
  return {
    id: order.id,
    shop: order.shop,
    shop_name: order.shopName,
    order_id: order.orderId,
    order_number: order.orderNumber,
    received_at: time(order.receivedAt),
    state: order.headline,
    mode: order.mode,
    reasons: order.reasons,
    destination_country: order.country,
    total: order.total,
    currency: order.currency,
    lines: order.lines,
    title: order.title,
    shipping_shops: order.shippingShops,
  };
}
