import { HistoryEntryType } from '@vendure/common/lib/generated-types';
import type {
  Address,
  OrderFact,
  ReturnedGoods,
  SellerOrder,
  ShippedPackage,
  ShippingOrder,
} from '@hub/store-kit';
import type { Allocation, Fulfillment, ID, Order, OrderLine } from '@vendure/core';
import type { HistoryEntry } from '@vendure/core/dist/entity/history-entry/history-entry.entity';
import { HUB_TAG } from './custom-fields';

/** An order with its lines, their variants, its customer, shipping and packages. */
export interface Told {
  order: Order;
  allocations: readonly Allocation[];
  history: readonly HistoryEntry[];
  /** Of the smallest unit, in one of the currency. */
  perUnit: number;
}

const HAS_LEFT: readonly string[] = ['Shipped', 'Delivered'];
export const hasLeft = ({ state }: Fulfillment): boolean => HAS_LEFT.includes(state);

export function sellerOrder({ order, allocations, perUnit }: Told): SellerOrder {
  const amount = (minor: number): number => Math.round(minor) / perUnit;
  const { shippingAddress: to, shippingLines, lines } = order;
  const discounts = lines.map((line) => line.linePriceWithTax - line.proratedLinePriceWithTax);
  const method = shippingLines[0]?.shippingMethod;
  return {
    orderId: String(order.id),
    orderNumber: order.code,
    createdAt: order.orderPlacedAt ?? order.updatedAt,
    currency: order.currencyCode,
    tags: order.customFields.hubRef ? [HUB_TAG] : [],
    shippingAddress: {
      name: to.fullName ?? '',
      company: to.company,
      addressLine1: to.streetLine1 ?? '',
      addressLine2: to.streetLine2,
      zip: to.postalCode ?? '',
      city: to.city ?? '',
      province: to.province,
      countryCode: to.countryCode ?? '',
      phone: to.phoneNumber,
      email: order.customer?.emailAddress,
    },
    ...(method && { shippingMethod: { code: method.code } }),
    lines: lines.map((line) => ({
      lineId: String(line.id),
      variantId: String(line.productVariantId),
      unitPrice: amount(line.unitPriceWithTax),
      allocations: wholeFrom(line, allocations),
      barcode: line.productVariant.customFields.barcode,
      sku: line.productVariant.sku,
    })),
    shippingCost: amount(order.shippingWithTax),
    totalDiscounts: amount(
      Math.max(
        0,
        discounts.reduce((sum, one) => sum + one, 0),
      ),
    ),
    totalPrice: amount(order.totalWithTax),
  };
}

/** The one location that ships the line. */
function wholeFrom({ id, orderPlacedQuantity: quantity }: OrderLine, allocations: readonly Allocation[]) {
  const allocation = allocations.find(({ orderLine }) => orderLine.id === id);
  return allocation ? [{ locationId: String(allocation.stockLocationId), quantity }] : [];
}

export function shippedPackage(orderId: ID, fulfillment: Fulfillment, shippedAt: Date): ShippedPackage {
  const { id, method, trackingCode, customFields, lines } = fulfillment;
  return {
    orderId: String(orderId),
    packageId: String(id),
    carrier: method || 'unknown',
    trackingNumber: trackingCode || `untracked-${id}`,
    trackingUrl: customFields.trackingUrl,
    shippedAt,
    lines: lines.map(({ orderLineId, quantity }) => ({ lineId: String(orderLineId), quantity })),
  };
}

/**
 * What of a cancellation is goods that are back: Vendure has no returns, so staff cancel what has left. The service takes
 * whole lines; null where there is none.
 */
export function returnedGoods({ order }: Told, entry: HistoryEntry): ReturnedGoods | null {
  const left = order.fulfillments
    .filter(hasLeft)
    .flatMap(({ lines }) => lines.map((line) => line.orderLineId));
  const cancelled: { orderLineId: ID }[] = entry.data.lines ?? [];
  const lines = order.lines
    .filter(({ id, quantity }) => quantity === 0 && left.includes(id))
    .filter(({ id }) => cancelled.some(({ orderLineId }) => String(orderLineId) === String(id)))
    .map((line) => ({
      lineId: String(line.id),
      quantity: line.orderPlacedQuantity,
      reason: entry.data.reason,
    }));
  return lines.length === 0 ? null : { returnId: String(entry.id), orderId: String(order.id), lines };
}

/** All that happened to a paid order, for the sweep. */
export function orderFacts(told: Told): OrderFact[] {
  const { order, history } = told;
  const orderId = String(order.id);
  const shipped = order.fulfillments.filter(hasLeft);
  const returns = history
    .filter(({ type }) => type === HistoryEntryType.ORDER_CANCELLATION)
    .flatMap((entry) => returnedGoods(told, entry) ?? []);
  return [
    { kind: 'paid', order: sellerOrder(told) },
    ...(order.state === 'Cancelled' && shipped.length === 0
      ? [{ kind: 'cancelled' as const, cancellation: { orderId } }]
      : []),
    ...shipped.map((one) => ({
      kind: 'shipped' as const,
      package: shippedPackage(orderId, one, one.updatedAt),
    })),
    ...returns.map((goods) => ({ kind: 'returned' as const, goods })),
  ];
}

/** Where a shipping order goes, as Vendure has it. */
export function addressInput({ shipTo }: ShippingOrder) {
  const optional = ({ company, addressLine2, province, phone }: Address) => ({
    company: company ?? '',
    streetLine2: addressLine2 ?? '',
    province: province ?? '',
    phoneNumber: phone ?? '',
  });
  return {
    fullName: shipTo.name,
    streetLine1: shipTo.addressLine1,
    postalCode: shipTo.zip,
    city: shipTo.city,
    countryCode: shipTo.countryCode,
    ...optional(shipTo),
  };
}
