import { type Parcel, refuse } from '@hub/store-kit';
import { z } from 'zod';
import { requireDone, UserErrors } from './admin-api';
import { idOf } from './ids';
import { fulfilledOf, type LocationShare, locationShares } from './read-fulfilment';
import { readOrder } from './read-order';
import type { Shop } from './shop';

const FULFIL = {
  document: `mutation HubFulfil($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) { userErrors { field } } }`,
  data: z.object({ fulfillmentCreate: z.object({ userErrors: UserErrors }) }),
};

interface Requested {
  lineId: string;
  quantity: number;
}

/** The parcel's lines are fulfilled, those at the network's location first; Shopify writes to the customer. */
export async function addTracking(shop: Shop, parcel: Parcel): Promise<void> {
  const { orderId, carrier: company, trackingNumber: number, trackingUrl: url } = parcel;
  await requireLines(shop, { orderId, lines: parcel.lines, field: 'line_items' });
  const shares = await locationShares(shop, orderId);
  const lineItemsByFulfillmentOrder = take(shop, shares, parcel.lines);
  if (!lineItemsByFulfillmentOrder)
    throw refuse.invalidRequest('line_items', 'so much of it is not waiting to be shipped');
  const trackingInfo = { company, number, ...(url !== null && { url }) };
  await fulfil(shop, { lineItemsByFulfillmentOrder, trackingInfo, notifyCustomer: true });
}

/** Identified by its number: no two parcels of an order have the same. */
export async function hasTracking(shop: Shop, { orderId, trackingNumber }: Parcel): Promise<boolean> {
  if (!(await readOrder(shop, orderId))) return false;
  const fulfilled = await fulfilledOf(shop, orderId);
  return fulfilled.some(({ tracking }) => tracking.number === trackingNumber);
}

/**
 * What came back had left: where Shopify does not know that yet, no return could be made of it. The customer is not notified.
 */
export async function fulfilWhatLeft(
  shop: Shop,
  orderId: string,
  lines: readonly Requested[],
): Promise<void> {
  const lineItemsByFulfillmentOrder = take(shop, await locationShares(shop, orderId), lines);
  if (!lineItemsByFulfillmentOrder) throw refuse.invalidRequest('lines', 'so much of it was never sold');
  await fulfil(shop, { lineItemsByFulfillmentOrder, notifyCustomer: false });
}

/** Refuses an order, or a line of it, that is not there. */
export async function requireLines(
  shop: Shop,
  { orderId, lines, field }: { orderId: string; lines: readonly Requested[]; field: string },
): Promise<void> {
  const order = await readOrder(shop, orderId);
  if (!order) throw refuse.unknownOrder('order_id');
  const known = new Set(order.lines.map(({ id }) => idOf(id)));
  if (lines.some(({ lineId }) => !known.has(lineId))) throw refuse.unknownLine(field);
}

async function fulfil(shop: Shop, fulfillment: object): Promise<void> {
  const { fulfillmentCreate } = await shop.api.write(FULFIL, { fulfillment });
  requireDone('a fulfilment', fulfillmentCreate.userErrors);
}

/** This much of each line out of the shares that still wait; null where there is less. */
function take(shop: Shop, shares: readonly LocationShare[], requested: readonly Requested[]) {
  const open = shares.filter(({ isOpen }) => isOpen);
  const ours = open.filter(({ locationId }) => locationId === shop.networkLocationId);
  const missing = new Map<string, number>();
  for (const { lineId, quantity } of requested) missing.set(lineId, (missing.get(lineId) ?? 0) + quantity);
  const taken = [...ours, ...open.filter((share) => !ours.includes(share))].map(({ id, lines }) => ({
    fulfillmentOrderId: id,
    fulfillmentOrderLineItems: lines.flatMap(({ id: shareLineId, remainingQuantity, lineItem }) => {
      const lineId = idOf(lineItem.id);
      const quantity = Math.min(missing.get(lineId) ?? 0, remainingQuantity);
      if (quantity === 0) return [];
      missing.set(lineId, (missing.get(lineId) ?? 0) - quantity);
      return [{ id: shareLineId, quantity }];
    }),
  }));
  if ([...missing.values()].some((quantity) => quantity > 0)) return null;
  return taken.filter(({ fulfillmentOrderLineItems }) => fulfillmentOrderLineItems.length > 0);
}
