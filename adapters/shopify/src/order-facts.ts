import type { OrderNow, SoldLine } from '@hub/store-kit';
import { z } from 'zod';
import { type Connection, connection } from './connections';
import { idOf } from './ids';
import {
  type CameBack,
  cameBack,
  type Fulfilled,
  fulfilledOf,
  type LocationShare,
  locationShares,
} from './read-fulfilment';
import { type OrderLine, readOrder, type ReadOrder } from './read-order';
import { HUB_TAG, type Shop } from './shop';

/** An order as it stands, so that webhooks that come late, twice or in another order change nothing. */
export async function orderNow(shop: Shop, orderId: string): Promise<OrderNow | null> {
  const order = await readOrder(shop, orderId);
  if (!order) return null;
  const isShippingOrder = order.tags.includes(HUB_TAG);
  const paid = isShippingOrder ? null : asSold(order, await locationShares(shop, orderId));
  const shipped = isShippingOrder ? await fulfilledOf(shop, orderId) : [];
  const back = order.cancelledAt ? [] : await cameBack(shop, orderId);
  return {
    orderId,
    sale: paid,
    cancellation: order.cancelledAt && { reason: order.cancelReason, cancelledAt: order.cancelledAt },
    packages: isShippingOrder ? shipped.flatMap(asPackage) : null,
    returns: back.filter(({ isClosed }) => isClosed).map(asReturn),
  };
}

const PAID: readonly (string | null)[] = ['PAID', 'PARTIALLY_REFUNDED'];

/**
 * Null where it is not to be reported (yet): unpaid, without a shipping address, or not yet routed. The fulfillment orders,
 * which Shopify makes after the payment, name the location that ships a line.
 */
function asSold(order: ReadOrder, shares: LocationShare[]): OrderNow['sale'] {
  const address = order.shippingAddress;
  if (!PAID.includes(order.displayFinancialStatus) || !address) return null;
  const lines = order.lines
    .filter(({ currentQuantity }) => currentQuantity > 0)
    .map((line) => ({ line, allocations: allocationsOf(line, shares) }));
  if (lines.some(({ allocations }) => allocations === null)) return null;
  const [shipping] = order.shippingLines.nodes;
  return {
    unfit: unfitOf(order),
    orderNumber: String(order.number),
    name: order.name,
    createdAt: order.createdAt,
    currency: order.currencyCode,
    tags: order.tags,
    shippingAddress: {
      name: address.name ?? '',
      company: address.company,
      addressLine1: address.address1 ?? '',
      addressLine2: address.address2,
      zip: address.zip ?? '',
      city: address.city ?? '',
      province: address.province,
      countryCode: address.countryCodeV2 ?? '',
      phone: address.phone,
      email: order.email,
      ...(address.latitude !== null &&
        address.longitude !== null && { latitude: address.latitude, longitude: address.longitude }),
    },
    ...(shipping && { shippingMethod: { code: shipping.code ?? undefined, title: shipping.title } }),
    lines: lines.map(({ line, allocations }) => asSoldLine(order, line, allocations ?? [])),
    shippingCost: shippingCost(order),
    totalDiscounts: sumOf(order.lines.map((line) => discountOf(line) * taxFactor(order, line))),
    ...(order.subtotalPriceSet !== null && { subtotal: order.subtotalPriceSet }),
    ...(order.totalTaxSet !== null && { totalTax: order.totalTaxSet }),
    totalPrice: order.totalPriceSet,
  };
}

/** Amounts of a line and of the order are those before edits and refunds; the quantities are those after. */
function unfitOf({ edited, displayFinancialStatus, lines }: ReadOrder): string | null {
  if (edited) return 'it was edited before it was reported';
  const isRefunded =
    displayFinancialStatus !== 'PAID' ||
    lines.some(({ quantity, currentQuantity }) => quantity !== currentQuantity);
  return isRefunded ? 'part of it was refunded before it was reported' : null;
}

/** Null where Shopify has not routed the whole line yet. What needs no shipping, or lost its location, is the shop's own affair. */
function allocationsOf(line: OrderLine, shares: LocationShare[]): SoldLine['allocations'] | null {
  if (!line.requiresShipping) return [{ locationId: null, quantity: line.currentQuantity }];
  const allocations = shares.flatMap(({ locationId, lines }) =>
    lines
      .filter(({ lineItem, totalQuantity }) => lineItem.id === line.id && totalQuantity > 0)
      .map(({ totalQuantity: quantity }) => ({ locationId, quantity })),
  );
  const routed = allocations.reduce((sum, { quantity }) => sum + quantity, 0);
  return routed === line.currentQuantity ? allocations : null;
}

function asSoldLine(order: ReadOrder, line: OrderLine, allocations: SoldLine['allocations']): SoldLine {
  return {
    lineId: idOf(line.id),
    // A line that the shop wrote by hand, or whose variant was deleted: its own, and no variant of the network's.
    variantId: line.variant?.legacyResourceId ?? `line-${idOf(line.id)}`,
    unitPrice: line.originalUnitPriceSet * taxFactor(order, line),
    allocations,
    barcode: line.variant?.barcode ?? null,
    sku: line.sku,
    title: line.title,
  };
}

const discountOf = ({ discountAllocations }: OrderLine): number =>
  discountAllocations.reduce((sum, { allocatedAmountSet }) => sum + allocatedAmountSet, 0);

/** Amounts go out with VAT; a shop that shows its prices without has it in the lines' rates. */
const taxFactor = ({ taxesIncluded }: ReadOrder, { taxLines }: OrderLine): number =>
  taxesIncluded ? 1 : 1 + taxLines.reduce((sum, { rate }) => sum + (rate ?? 0), 0);

function shippingCost({ taxesIncluded, shippingLines }: ReadOrder): number {
  return sumOf(
    shippingLines.nodes.flatMap(({ discountedPriceSet, taxLines }) => [
      discountedPriceSet,
      ...(taxesIncluded ? [] : taxLines.map(({ priceSet }) => priceSet)),
    ]),
  );
}

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Reported once the parcel has a number: without one its customer could not track it. */
function asPackage({ id, createdAt, tracking, lines }: Fulfilled): NonNullable<OrderNow['packages']> {
  if (tracking.number === null) return [];
  return [
    {
      packageId: idOf(id),
      carrier: tracking.company ?? 'other',
      trackingNumber: tracking.number,
      trackingUrl: tracking.url,
      shippedAt: createdAt,
      lines: lines.map(({ lineItem, quantity }) => ({ lineId: idOf(lineItem.id), quantity })),
    },
  ];
}

const asReturn = ({ id, lines }: CameBack): OrderNow['returns'][number] => ({
  returnId: `${id.includes('/Refund/') ? 'refund-' : ''}${idOf(id)}`,
  lines: lines.map(({ lineItemId, quantity, note }) => ({
    lineId: idOf(lineItemId),
    quantity,
    reason: note || null,
  })),
  customerNote: lines.find(({ customerNote }) => customerNote)?.customerNote ?? null,
});

const CHANGED_ORDERS = {
  document: `query HubChangedOrders($query: String!, $after: String) {
    orders(first: 50, sortKey: UPDATED_AT, query: $query, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
  data: z.object({ orders: connection(z.object({ id: z.string() })) }),
};

/** The orders that changed since then. */
export async function ordersSince({ api }: Shop, since: Date): Promise<string[]> {
  const query = `updated_at:>='${since.toISOString()}'`;
  const found: string[] = [];
  let after: string | null = null;
  for (;;) {
    const { nodes, pageInfo }: Connection<{ id: string }> = (await api.read(CHANGED_ORDERS, { query, after }))
      .orders;
    found.push(...nodes.map(({ id }) => idOf(id)));
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}
