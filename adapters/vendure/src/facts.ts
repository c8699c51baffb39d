import { addressNames, type CatalogueProduct, type OrderNow, type Place } from '@hub/store-kit';
import type { OrderLineInput } from '@vendure/common/lib/generated-types';
import type * as vendure from '@vendure/core';
import { fieldsOf } from './fields';

const STREET = { addressLine1: 'streetLine1', addressLine2: 'streetLine2' };
export const ADDRESS = addressNames({ ...STREET, name: 'fullName', zip: 'postalCode', phone: 'phoneNumber' });

/** @param cancelled cancellations of its history, the oldest first: Vendure has no returns, staff cancel what has left */
export const orderNow = (order: vendure.Order, cancelled: readonly HistoryEntry[]): OrderNow => ({
  orderId: String(order.id),
  sale: isPaid(order) ? saleOf(order) : null,
  cancellation: order.state === 'Cancelled' ? {} : null,
  packages: order.fulfillments.filter(hasLeft).map(packageOf),
  returns: cancelled.map(({ id, data }) => ({ returnId: String(id), lines: piecesOf(data) })),
});

type HistoryEntry = vendure.HistoryEntryEvent['entity'];

/** Vendure saves when an order was placed only after the step that placed it. */
const isPaid = ({ state, orderPlacedAt, payments }: vendure.Order): boolean =>
  state === 'PaymentSettled' ||
  (state !== 'PaymentAuthorized' && !!orderPlacedAt && payments.some((one) => one.state === 'Settled'));

const saleOf = (order: vendure.Order): OrderNow['sale'] => ({
  orderNumber: order.code,
  createdAt: order.orderPlacedAt ?? order.updatedAt,
  currency: order.currencyCode,
  externalRef: fieldsOf(order).hubRef,
  shippingAddress: { ...ADDRESS.read(order.shippingAddress), email: order.customer?.emailAddress },
  shippingMethod: { code: order.shippingLines[0]?.shippingMethod?.code },
  lines: order.lines.map((line) => ({
    lineId: String(line.id),
    variantId: String(line.productVariantId),
    unitPrice: line.unitPriceWithTax,
    discount: line.linePriceWithTax - line.proratedLinePriceWithTax,
    allocations: line.allocations.map((one) => shareAt(one.stockLocationId, one.quantity)),
    barcode: fieldsOf(line.productVariant).barcode,
    sku: line.productVariant.sku,
  })),
  shippingCost: order.shippingWithTax,
  totalPrice: order.totalWithTax,
});

const hasLeft = ({ state }: vendure.Fulfillment): boolean => state === 'Shipped' || state === 'Delivered';

const packageOf = (one: vendure.Fulfillment) => ({
  packageId: String(one.id),
  carrier: one.method || 'unknown',
  trackingNumber: one.trackingCode || `untracked-${one.id}`,
  trackingUrl: fieldsOf(one).trackingUrl,
  shippedAt: one.updatedAt,
  lines: piecesOf(one),
});

const piecesOf = ({ lines = [], reason }: { lines?: OrderLineInput[]; reason?: string }) =>
  lines.map(({ orderLineId, quantity }) => ({ lineId: String(orderLineId), quantity, reason }));

export const placeOf = ({ productVariant, stockLocation }: vendure.StockMovement): Place => ({
  variantId: String(productVariant.id),
  locationId: String(stockLocation.id),
});

const shareAt = (locationId: vendure.ID, quantity: number) => ({ locationId: String(locationId), quantity });
export const free = ({ stockOnHand, stockAllocated }: vendure.StockLevel) => stockOnHand - stockAllocated;
export const levelOf = (level: vendure.StockLevel) => shareAt(level.stockLocationId, free(level));

/** Brand and size are the custom fields; where one is empty, the facet `brand`, or the option of a group `…size`. */
export const productOf = (product: vendure.Translated<vendure.Product>): CatalogueProduct => ({
  productId: String(product.id),
  title: product.name,
  brand: fieldsOf(product).brand || product.facetValues.find(({ facet }) => facet.code === 'brand')?.name,
  images: [{ asset: product.featuredAsset }, ...product.assets].map(({ asset }) => ({ url: asset?.preview })),
  variants: product.variants.map((one) => ({
    variantId: String(one.id),
    title: one.name,
    size: fieldsOf(one).size || one.options.find(({ group }) => group.code.endsWith('size'))?.name,
    sku: one.sku,
    barcode: fieldsOf(one).barcode,
    inventory: one.stockLevels.map(levelOf),
  })),
});
