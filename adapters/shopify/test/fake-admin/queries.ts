import { gidOf, numberOf } from './data';
import type { FakeShop } from './fake-shop';
import { connectionOf, itemView, orderView, productView, returnView, shareView, variantView } from './views';

interface Search {
  first?: number;
  after?: string | null;
  query?: string;
}

/** Above this number, as in `id:>123`. */
const above = (query = ''): bigint => BigInt(/\bid:>(\d+)/.exec(query)?.[1] ?? '0');
const byNumber = (one: { id: string }, other: { id: string }) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1);

/** The queries of the schema, on a shop. */
export function queriesOf(shop: FakeShop) {
  const node = (id: string): object | null => {
    const number = numberOf(id);
    const [, , , type] = id.split('/');
    const of = <T extends { id: string }>(items: readonly T[]) => items.find((one) => one.id === number);
    if (type === 'ProductVariant') return map(shop.variant(number), (one) => variantView(shop, one));
    if (type === 'Product') return map(of(shop.products), (one) => productView(shop, one));
    if (type === 'Order') return map(shop.order(number), (one) => orderView(shop, one));
    return map(
      shop.orders
        .flatMap((order) => [
          ...order.shares.map((share) => ({
            id: gidOf('FulfillmentOrder', share.id),
            view: () => shareView(shop, order, share),
          })),
          ...order.returns.map((one) => ({
            id: gidOf('Return', one.id),
            view: () => returnView(shop, order, one),
          })),
        ])
        .find((one) => one.id === id),
      ({ view }) => view(),
    );
  };
  return {
    node: ({ id }: { id: string }) => node(id),
    nodes: ({ ids }: { ids: string[] }) => ids.map(node),
    products: ({ query, ...page }: Search) =>
      connectionOf(
        shop.products
          .filter(({ isActive, id }) => isActive && BigInt(id) > above(query))
          .toSorted(byNumber)
          .map((product) => productView(shop, product)),
        page,
      ),
    productVariants({ query = '', ...page }: Search) {
      const barcode = /barcode:'([^']+)'/.exec(query)?.[1];
      const active = shop.products.filter(({ isActive }) => isActive).flatMap(({ variants }) => variants);
      return connectionOf(
        active
          .filter((one) => (barcode === undefined ? BigInt(one.id) > above(query) : one.barcode === barcode))
          .toSorted(byNumber)
          .map((variant) => variantView(shop, variant)),
        page,
      );
    },
    productVariant: ({ id }: { id: string }) =>
      map(shop.variant(numberOf(id)), (one) => variantView(shop, one)),
    inventoryItem: ({ id }: { id: string }) =>
      map(
        shop.variants.find(({ itemId }) => itemId === numberOf(id)),
        (variant) => itemView(shop, variant),
      ),
    order: ({ id }: { id: string }) => map(shop.order(numberOf(id)), (order) => orderView(shop, order)),
    orders({ query = '', ...page }: Search) {
      const since = new Date(/updated_at:>='([^']+)'/.exec(query)?.[1] ?? 0);
      const changed = shop.orders
        .filter(({ updatedAt }) => updatedAt >= since)
        .toSorted((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime());
      return connectionOf(
        changed.map((order) => orderView(shop, order)),
        page,
      );
    },
    orderByIdentifier: ({
      identifier,
    }: {
      identifier: { customId: { namespace: string; key: string; value: string } };
    }) => {
      const { namespace, key, value } = identifier.customId;
      return map(
        shop.orders.find(({ customIds }) => customIds[`${namespace}.${key}`] === value),
        (order) => orderView(shop, order),
      );
    },
    fulfillmentOrder: ({ id }: { id: string }) =>
      map(shop.shareOf(numberOf(id)), (share) => {
        const order = shop.order(share.orderId);
        return order ? shareView(shop, order, share) : null;
      }),
    webhookSubscriptions: ({ uri }: { uri: string }) => ({
      nodes: shop.subscriptions
        .filter((one) => one.uri === uri)
        .map(({ id, topic }) => ({ id: gidOf('WebhookSubscription', id), topic })),
    }),
  };
}

function map<T, U>(value: T | undefined, view: (value: T) => U): U | null {
  return value === undefined ? null : view(value);
}
