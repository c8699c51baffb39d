import { shopCell } from '../engine/cell';
import { list, time } from '../engine/list';
import { BY_TIME_AND_ID } from '../engine/places';
import { choice, period, shop, text } from '../engine/filters';
import { HEADLINE_LABELS } from './headline-labels';
import { withMinorUnits } from '../words/with-minor-units';
import { money } from '../words/amount';
import { HELD_REASONS, WAITING_REASONS, whyHeld, whyWaiting } from '../words/reason-texts';
import { headlineText } from './headline-text';
import { ORDER_HEADLINES } from './headline';
import { listOrders, type ListedOrder } from './list-orders';
import { z } from 'zod';

/** An article of an order as a person writes it: a GTIN of any length, or an article without a barcode. */
const OrderArticle = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(?:\d{1,14}|H[0-9A-Z]{13})$/, 'must be a GTIN, or an article without a barcode')
  .transform((article) => article.padStart(14, '0'));

/** Every order as it stands now. */
export const orderList = list<ListedOrder>()({
  path: '/orders/list',
  title: 'All orders',
  command: { name: 'order.list', says: 'orders as they stand, the newest first' },
  file: 'orders',
  section: 'orders',
  noun: 'order',
  about: 'As they stand now.',
  links: [{ text: 'Find one by a number, a reference, an article or a customer', href: '/orders' }],
  filters: {
    shop: shop('Sold by', 'sold by this shop'),
    ships: shop('Shipped by', 'that this shop has, or had, a part of to ship'),
    state: choice(
      'State',
      ORDER_HEADLINES.map((headline) => [headline, HEADLINE_LABELS[headline]] as const),
    ),
    reason: choice(
      'Why it waits',
      [...WAITING_REASONS, ...HELD_REASONS].map((reason) => [reason, reasonText(reason)] as const),
      'why it waits or is held, such as no_candidate',
    ),
    article: text('Article, as GTIN or H…', {
      says: 'with this article: its GTIN, or H… where people linked it',
      as: (given) => OrderArticle.safeParse(given).data ?? null,
    }),
    ...period(),
  },
  columns: [
    {
      name: 'Order',
      head: true,
      cell: ({ id, orderId, orderNumber }) => ({
        text: orderNumber ?? orderId,
        href: `/orders/${id}`,
        below: orderNumber !== null && orderNumber !== orderId ? orderId : null,
      }),
    },
    { name: 'Order id', only: 'file', cell: ({ orderId }) => orderId },
    { name: 'Sold by', cell: ({ shop: slug, shopName }) => shopCell(slug, shopName) },
    {
      name: 'State',
      cell: ({ headline, mode, reasons }) => ({
        ...headlineText(headline),
        beside: mode === 'dry_run' && headline !== 'dry_run' ? 'dry run' : null,
        below: reasons.map(reasonText).join('; '),
      }),
    },
    { name: 'Why', only: 'file', cell: ({ reasons }) => reasons.map(reasonText) },
    {
      name: 'Article',
      cell: ({ title, lines }) => ({
        text: title,
        otherwise: 'no title',
        beside: lines > 1 ? `and ${lines - 1} more` : null,
      }),
    },
    { name: 'Lines', only: 'file', cell: ({ lines }) => lines },
    { name: 'Shipped by', cell: ({ shippingShops }) => shippingShops.join(', ') },
    { name: 'To', cell: ({ country }) => country },
    {
      name: 'Total',
      number: true,
      cell: ({ total, currency }) => ({
        text: withMinorUnits(total, currency),
        shown: money(total, currency),
      }),
    },
    { name: 'Currency', only: 'file', cell: ({ currency }) => currency },
    { name: 'Received', cell: ({ receivedAt }) => receivedAt },
  ],
  json: (order) => ({
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
  }),
  place: BY_TIME_AND_ID,
  async read({ db }, { filter, sort, after, limit }) {
    const { shop: shopId, ships: shippingShopId, state: headline, article: gtin, ...rest } = filter;
    const { orders: rows, ...part } = await listOrders(db, {
      filter: { ...rest, shopId, shippingShopId, headline, gtin },
      after,
      ascending: sort === 'oldest',
      limit,
    });
    return { rows, ...part };
  },
});

/** Why a line waits, or its order is held. */
function reasonText(reason: string): string {
  return HELD_REASONS.includes(reason) ? whyHeld(reason) : whyWaiting(reason);
}
