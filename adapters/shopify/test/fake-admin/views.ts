import {
  type FakeFulfillment,
  type FakeLine,
  type FakeOrder,
  type FakeProduct,
  type FakeReturn,
  type FakeShare,
  type FakeVariant,
  gidOf,
} from './data';
import type { FakeShop } from './fake-shop';

/** What a fake shop holds, as its schema names it: resolved lazily, so that a thing and what it belongs to can name each other. */

interface PageOf {
  first?: number;
  after?: string | null;
}

/** A page of a list, its cursors as opaque as Shopify's. */
export function connectionOf<T>(items: readonly T[], { first = 10, after }: PageOf) {
  const start = after ? Number(Buffer.from(after, 'base64').toString()) : 0;
  const end = start + first;
  return {
    nodes: items.slice(start, end),
    pageInfo: {
      hasNextPage: end < items.length,
      endCursor: items.length > start ? Buffer.from(String(end)).toString('base64') : null,
    },
  };
}

const money = (amount: number) => ({ shopMoney: { amount: amount.toFixed(2) } });

export const productView = (shop: FakeShop, product: FakeProduct): object => ({
  __typename: 'Product',
  id: gidOf('Product', product.id),
  legacyResourceId: product.id,
  title: product.title,
  vendor: product.vendor,
  description: product.description,
  media: ({ first = 10 }: PageOf) => ({
    nodes: product.images.slice(0, first).map((url, index) => ({
      __typename: 'MediaImage',
      id: gidOf('MediaImage', `${product.id}${index}`),
      image: { url, altText: null },
    })),
  }),
  variants: (page: PageOf) =>
    connectionOf(
      product.variants.map((one) => variantView(shop, one)),
      page,
    ),
});

export const variantView = (shop: FakeShop, variant: FakeVariant): object => ({
  __typename: 'ProductVariant',
  id: gidOf('ProductVariant', variant.id),
  legacyResourceId: variant.id,
  title: variant.title,
  sku: variant.sku,
  barcode: variant.barcode,
  selectedOptions: variant.options,
  inventoryItem: () => itemView(shop, variant),
});

export const itemView = (shop: FakeShop, variant: FakeVariant): object => ({
  __typename: 'InventoryItem',
  id: gidOf('InventoryItem', variant.itemId),
  tracked: variant.tracked,
  variant: () => variantView(shop, variant),
  inventoryLevel({ locationId }: { locationId: string }) {
    const level = shop.level(variant.itemId, locationId.split('/').at(-1) ?? '');
    return (
      level && {
        id: `${locationId}?inventory_item_id=${variant.itemId}`,
        quantities: [{ quantity: level.available }],
      }
    );
  },
});

const lineView = (shop: FakeShop, order: FakeOrder, line: FakeLine): object => ({
  __typename: 'LineItem',
  id: gidOf('LineItem', line.id),
  title: line.title,
  sku: line.variant?.sku ?? null,
  quantity: line.quantity,
  currentQuantity: line.quantity - line.removed,
  requiresShipping: line.requiresShipping,
  originalUnitPriceSet: money(line.unitPrice),
  taxLines: [{ rate: line.taxRate, priceSet: money(0) }],
  discountAllocations: line.discount > 0 ? [{ allocatedAmountSet: money(line.discount) }] : [],
  customAttributes: line.properties,
  variant: line.variant ? variantView(shop, line.variant) : null,
});

export const shareView = (shop: FakeShop, order: FakeOrder, share: FakeShare): object => ({
  __typename: 'FulfillmentOrder',
  id: gidOf('FulfillmentOrder', share.id),
  orderId: gidOf('Order', order.id),
  status: share.status,
  assignedLocation: { location: locationView(share.locationId) },
  lineItems: (page: PageOf) =>
    connectionOf(
      share.lines.map(({ id, line, total, remaining }) => ({
        id: gidOf('FulfillmentOrderLineItem', id),
        lineItem: lineView(shop, order, line),
        totalQuantity: total,
        remainingQuantity: remaining,
      })),
      page,
    ),
  locationsForMove: () => ({
    nodes: shop.locationIds.map((id) => ({
      movable: share.lines.every(({ line }) => !line.variant || shop.level(line.variant.itemId, id) !== null),
      location: locationView(id),
    })),
  }),
});

const locationView = (id: string) => ({ id: gidOf('Location', id), legacyResourceId: id });

const parcelLineView = (
  shop: FakeShop,
  order: FakeOrder,
  { id, line, quantity }: FakeFulfillment['lines'][number],
) => ({
  id: gidOf('FulfillmentLineItem', id),
  quantity,
  lineItem: lineView(shop, order, line),
});

const fulfillmentView = (shop: FakeShop, order: FakeOrder, fulfillment: FakeFulfillment): object => ({
  __typename: 'Fulfillment',
  id: gidOf('Fulfillment', fulfillment.id),
  status: 'SUCCESS',
  createdAt: fulfillment.createdAt.toISOString(),
  trackingInfo: ({ first }: { first: number }) =>
    [fulfillment.tracking, ...(fulfillment.moreTracking ?? [])].filter((one) => one !== null).slice(0, first),
  fulfillmentLineItems: (page: PageOf) =>
    connectionOf(
      fulfillment.lines.map((line) => parcelLineView(shop, order, line)),
      page,
    ),
});

export const returnView = (shop: FakeShop, order: FakeOrder, { id, status, lines }: FakeReturn): object => ({
  __typename: 'Return',
  id: gidOf('Return', id),
  status,
  returnLineItems: (page: PageOf) =>
    connectionOf(
      lines.map((line) => ({
        __typename: 'ReturnLineItem',
        id: gidOf('ReturnLineItem', line.id),
        quantity: line.quantity,
        returnReasonNote: line.note,
        customerNote: null,
        fulfillmentLineItem: parcelLineView(shop, order, line.parcelLine),
      })),
      page,
    ),
});

export function orderView(shop: FakeShop, order: FakeOrder): object {
  const total = order.lines.reduce(
    (sum, { unitPrice, quantity, discount }) => sum + unitPrice * quantity - discount,
    0,
  );
  return {
    __typename: 'Order',
    id: gidOf('Order', order.id),
    name: `#${order.number}`,
    number: order.number,
    createdAt: order.createdAt.toISOString(),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    cancelReason: order.cancelledAt ? 'OTHER' : null,
    displayFinancialStatus: order.isPaid ? 'PAID' : 'PENDING',
    edited: order.isEdited,
    currencyCode: order.currency,
    taxesIncluded: order.taxesIncluded,
    tags: order.tags,
    email: order.email,
    shippingAddress: order.address && {
      ...order.address,
      countryCodeV2: order.address.countryCode,
      latitude: null,
      longitude: null,
    },
    shippingLines: {
      nodes: [
        {
          ...order.shipping,
          discountedPriceSet: money(order.shipping.price),
          taxLines: [{ rate: 0.25, priceSet: money(order.shipping.price * 0.25) }],
        },
      ],
    },
    subtotalPriceSet: money(total),
    totalTaxSet: money(total * 0.2),
    totalPriceSet: money(total + order.shipping.price),
    lineItems: (page: PageOf) =>
      connectionOf(
        order.lines.map((line) => lineView(shop, order, line)),
        page,
      ),
    fulfillmentOrders: (page: PageOf) =>
      connectionOf(
        order.shares.map((share) => shareView(shop, order, share)),
        page,
      ),
    fulfillments: ({ first = 10 }: PageOf) =>
      order.fulfillments.slice(0, first).map((one) => fulfillmentView(shop, order, one)),
    returns: (page: PageOf) =>
      connectionOf(
        order.returns.map((one) => returnView(shop, order, one)),
        page,
      ),
    refunds: () =>
      order.refunds.map((refund) => ({
        __typename: 'Refund',
        id: gidOf('Refund', refund.id),
        return: refund.returnId === null ? null : { id: gidOf('Return', refund.returnId) },
        refundLineItems: (page: PageOf) =>
          connectionOf(
            refund.lines.map(({ line, ...rest }) => ({ ...rest, lineItem: lineView(shop, order, line) })),
            page,
          ),
      })),
  };
}
