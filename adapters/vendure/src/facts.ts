import { addressNames, type CatalogueProduct, type OrderFact, type SellerOrder } from '@hub/store-kit';
import type { OrderLineInput } from '@vendure/common/lib/generated-types';
import type { Allocation, Fulfillment, Order, Product, StockLevel, Translated } from '@vendure/core';
import type { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { fieldsOf } from './fields';
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
  addressLine1: 'streetLine1',
  addressLine2: 'streetLine2',
  zip: 'postalCode',
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
  const left = packages.flatMap(({ lines }) => lines.map((one) => String(one.orderLineId)));
  for (const one of told.cancellations)
    yield { kind: 'returned', goods: { orderId, ...takenBack(one, left) } };
}

function sellerOrder({ order, perUnit }: Told): SellerOrder {
  const discounts = order.lines.map((one) => one.linePriceWithTax - one.proratedLinePriceWithTax);
  const discount = discounts.reduce((sum, one) => sum + one, 0);
  return {
    orderId: String(order.id),
    orderNumber: order.code,
    createdAt: order.orderPlacedAt ?? order.updatedAt,
    currency: order.currencyCode,
    externalRef: fieldsOf(order).hubRef,
    shippingAddress: { ...ADDRESS.read(order.shippingAddress), email: order.customer?.emailAddress },
    shippingMethod: { code: order.shippingLines[0]?.shippingMethod?.code },
    lines: order.lines.map((line) => ({
      lineId: String(line.id),
      variantId: String(line.productVariantId),
      unitPrice: line.unitPriceWithTax / perUnit,
      allocations: line.allocations.map(shareOf),
      barcode: fieldsOf(line.productVariant).barcode,
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

const pieceOf = ({ orderLineId, quantity }: OrderLineInput) => ({ lineId: String(orderLineId), quantity });

const shippedPackage = (one: Fulfillment) => ({
  packageId: String(one.id),
  carrier: one.method || 'unknown',
  trackingNumber: one.trackingCode || `untracked-${one.id}`,
  trackingUrl: fieldsOf(one).trackingUrl,
  shippedAt: one.updatedAt,
  lines: one.lines.map(pieceOf),
});

/** Vendure has no returns: staff cancel what has left. */
const takenBack = ({ id, data }: OrderHistoryEntry, left: readonly string[]) => {
  const pieces: ReturnType<typeof pieceOf>[] = (data.lines ?? []).map(pieceOf);
  const lines = pieces.filter(({ lineId }) => left.includes(lineId));
  return { returnId: String(id), lines: lines.map((piece) => ({ ...piece, reason: data.reason })) };
};

export const knownLevel = (level: StockLevel) => ({
  variantId: String(level.productVariantId),
  locationId: String(level.stockLocationId),
  quantity: free(level),
});

/** Brand and size are the custom fields; where one is empty, the facet `brand`, or the option of a group `…size`. */
export function toProduct(
  product: Translated<Product>,
  imageUrl: (identifier: string) => string,
): CatalogueProduct {
  const { id, name, facetValues, featuredAsset, assets, variants } = product;
  const pictures = [featuredAsset, ...assets.map(({ asset }) => asset)].filter(Boolean);
  const addresses = new Set(pictures.map(({ preview }) => imageUrl(preview)));
  return {
    productId: String(id),
    title: name,
    brand: fieldsOf(product).brand || (facetValues.find(({ facet }) => facet.code === 'brand')?.name ?? ''),
    images: [...addresses].map((url) => ({ url })),
    variants: variants
      .filter(({ deletedAt, enabled }) => enabled && !deletedAt)
      .map((one) => ({
        variantId: String(one.id),
        title: one.name,
        size: fieldsOf(one).size || one.options.find(({ group }) => group.code.endsWith('size'))?.name,
        sku: one.sku,
        barcode: fieldsOf(one).barcode,
        inventory: one.stockLevels.map(knownLevel),
      })),
  };
}
