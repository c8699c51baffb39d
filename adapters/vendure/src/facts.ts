import { addressNames, type CatalogueProduct, type OrderFact, type SellerOrder } from '@hub/store-kit';
import type { OrderLineInput } from '@vendure/common/lib/generated-types';
import type { Allocation, Fulfillment, ID, Order, Product, StockLevel, Translated } from '@vendure/core';
import type { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { free } from './strategies';

/** An order, with all that is read of it. */
export interface Told {
  order: Order;
  /** The oldest first. */
  cancellations: readonly OrderHistoryEntry[];
  /** Of the smallest unit, in one of the currency. */
  perUnit: number;
}

export const ADDRESS = addressNames({
  name: 'fullName',
  company: 'company',
  addressLine1: 'streetLine1',
  addressLine2: 'streetLine2',
  zip: 'postalCode',
  city: 'city',
  province: 'province',
  countryCode: 'countryCode',
  phone: 'phoneNumber',
});

export const hasLeft = ({ state }: Fulfillment): boolean => state === 'Shipped' || state === 'Delivered';

/** All that happened to a paid order; the kit knows what of it was told. */
export function* orderFacts(told: Told): Generator<OrderFact> {
  const { id, state, orderPlacedAt, payments, fulfillments } = told.order;
  const isSettled = state !== 'PaymentAuthorized' && payments.some((one) => one.state === 'Settled');
  // Vendure saves when an order was placed only after the step that placed it.
  if (state !== 'PaymentSettled' && !(orderPlacedAt && isSettled)) return;
  const orderId = String(id);
  yield { kind: 'paid', order: sellerOrder(told) };
  const packages = fulfillments.filter(hasLeft);
  if (state === 'Cancelled' && packages.length === 0) yield { kind: 'cancelled', cancellation: { orderId } };
  for (const one of packages) yield { kind: 'shipped', package: { orderId, ...shippedPackage(one) } };
  for (const goods of returnedGoods(told)) yield { kind: 'returned', goods: { orderId, ...goods } };
}

function sellerOrder({ order, perUnit }: Told): SellerOrder {
  const discounts = order.lines.map((one) => one.linePriceWithTax - one.proratedLinePriceWithTax);
  const discount = discounts.reduce((sum, one) => sum + one, 0);
  return {
    orderId: String(order.id),
    orderNumber: order.code,
    createdAt: order.orderPlacedAt ?? order.updatedAt,
    currency: order.currencyCode,
    externalRef: order.customFields.hubRef,
    shippingAddress: { ...ADDRESS.read(order.shippingAddress), email: order.customer?.emailAddress },
    shippingMethod: { code: order.shippingLines[0]?.shippingMethod?.code },
    lines: order.lines.map((line) => ({
      lineId: String(line.id),
      variantId: String(line.productVariantId),
      unitPrice: line.unitPriceWithTax / perUnit,
      allocations: line.allocations.map(shareOf),
      barcode: line.productVariant.customFields.barcode,
      sku: line.productVariant.sku,
    })),
    shippingCost: order.shippingWithTax / perUnit,
    totalDiscounts: Math.max(0, discount) / perUnit,
    totalPrice: order.totalWithTax / perUnit,
  };
}

const shareOf = ({ stockLocationId, quantity }: Allocation) => ({
  locationId: String(stockLocationId),
  quantity,
});

const shippedPackage = ({ id, method, trackingCode, customFields, updatedAt, lines }: Fulfillment) => ({
  packageId: String(id),
  carrier: method || 'unknown',
  trackingNumber: trackingCode || `untracked-${id}`,
  trackingUrl: customFields.trackingUrl,
  shippedAt: updatedAt,
  lines: lines.map(({ orderLineId, quantity }) => ({ lineId: String(orderLineId), quantity })),
});

/**
 * Vendure has no returns: staff cancel what has left. The service takes whole lines, so a line is back with the cancellation of its
 * last piece.
 */
function* returnedGoods({ order, cancellations }: Told) {
  const left = order.fulfillments.filter(hasLeft).flatMap(({ lines }) => lines.map((one) => one.orderLineId));
  const back = order.lines.filter(({ id, quantity }) => quantity === 0 && left.includes(id));
  const isOf = (id: ID) => (one: OrderLineInput) => String(one.orderLineId) === String(id);
  const lastOf = (id: ID) => cancellations.findLast(({ data }) => data.lines?.some(isOf(id)));
  for (const entry of cancellations) {
    const { reason } = entry.data;
    const ended = back.filter(({ id }) => lastOf(id) === entry);
    const lines = ended.map((one) => ({ lineId: String(one.id), quantity: one.orderPlacedQuantity, reason }));
    if (lines.length > 0) yield { returnId: String(entry.id), lines };
  }
}

export const knownLevel = (level: StockLevel) => ({
  variantId: String(level.productVariantId),
  locationId: String(level.stockLocationId),
  quantity: free(level),
});

/** Brand and size are the custom fields; where one is empty, the facet `brand`, or the option of a group `…size`. */
export function toProduct(
  { id, name, customFields, facetValues, featuredAsset, assets, variants }: Translated<Product>,
  imageUrl: (identifier: string) => string,
): CatalogueProduct {
  const pictures = [featuredAsset, ...assets.map(({ asset }) => asset)].filter(Boolean);
  const addresses = new Set(pictures.map(({ preview }) => imageUrl(preview)));
  return {
    productId: String(id),
    title: name,
    brand: customFields.brand || (facetValues.find(({ facet }) => facet.code === 'brand')?.name ?? ''),
    images: [...addresses].map((url) => ({ url })),
    variants: variants
      .filter(({ deletedAt, enabled }) => enabled && !deletedAt)
      .map((one) => ({
        variantId: String(one.id),
        title: one.name,
        size: one.customFields.size || one.options.find(({ group }) => group.code.endsWith('size'))?.name,
        sku: one.sku,
        barcode: one.customFields.barcode,
        inventory: one.stockLevels.map(knownLevel),
      })),
  };
}
