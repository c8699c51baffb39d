import { randomUUID } from 'node:crypto';
import {
  inTransaction,
  type Database,
  type OrderLineState,
  type SellerOrderState,
  type ShippingOrderState,
} from '@hub/database';
import { reserve } from '@hub/stock';
import { aVariant } from '@hub/testing';

/** A shipping order of a stored order: one line of two pieces, unless set otherwise. */
export interface StoredShippingOrder {
  shopId: number;
  state: ShippingOrderState;
  quantity?: number;
  packaged?: number;
  /** Where a store already has it. */
  placedAs?: { storeOrderId: string; externalRef: string };
  /** Milliseconds since the epoch; for a placement whose outcome is unknown. */
  lastAttemptAt?: number;
}

export interface StoredOrderOptions {
  sellingShopId: number;
  orderId?: string;
  state?: SellerOrderState;
  /** One network line for each; its line is allocated. */
  shippingOrders?: readonly StoredShippingOrder[];
  /** Further lines, held by no shipping order. */
  furtherLines?: readonly OrderLineState[];
}

export interface StoredOrder {
  id: string;
  orderId: string;
  shippingOrders: StoredPart[];
  /** Ids of the further lines. */
  furtherLines: string[];
}

export interface StoredPart {
  id: string;
  shopId: number;
  storeOrderId: string | null;
  externalRef: string;
  orderLineId: string;
  lineId: string;
  variantId: string;
  gtin: string;
}

const HAS_STORE_ID: ReadonlySet<ShippingOrderState> = new Set(['placed', 'stopped']);
const RESERVED: ReadonlySet<ShippingOrderState> = new Set(['planned', 'sending', 'disputed', 'placed']);
const ON_HAND = 10;

/** Stores a seller order as routing and fulfilment leave it: lines, shipping orders, reservations, packaged pieces. */
export async function storeOrder(db: Database, options: StoredOrderOptions): Promise<StoredOrder> {
  const { sellingShopId, state = 'accepted', shippingOrders = [], furtherLines = [] } = options;
  const id = randomUUID();
  const orderId = options.orderId ?? `O-${id}`;
  await db.sellerOrder.create({
    data: {
      id,
      shopId: sellingShopId,
      orderId,
      placedAt: 0n,
      currency: 'EUR',
      mode: 'live',
      state,
      destinationCountry: 'SE',
      shippingCost: 0,
      totalDiscounts: 0,
      correlation: 'test',
    },
  });
  const parts: StoredPart[] = [];
  for (const [index, part] of shippingOrders.entries()) parts.push(await storePart(db, { id, index }, part));
  const further: string[] = [];
  for (const [index, lineState] of furtherLines.entries())
    further.push(
      await storeLine(db, { id, index: shippingOrders.length + index }, { state: lineState, quantity: 2 }),
    );
  return { id, orderId, shippingOrders: parts, furtherLines: further };
}

interface Place {
  /** Of the seller order. */
  id: string;
  index: number;
}

async function storeLine(
  db: Database,
  { id: sellerOrderId, index }: Place,
  line: { state: OrderLineState; quantity: number },
): Promise<string> {
  const id = randomUUID();
  await db.orderLine.create({
    data: {
      id,
      sellerOrderId,
      position: index + 1,
      lineItemId: `L-${index + 1}`,
      variantId: 'sold',
      unitPrice: 1,
      waitingReason: line.state === 'waiting' ? 'no_candidate' : null,
      ...line,
    },
  });
  return id;
}

async function storePart(db: Database, place: Place, part: StoredShippingOrder): Promise<StoredPart> {
  const { shopId, state, quantity = 2, packaged = 0 } = part;
  const [id, lineId] = [randomUUID(), randomUUID()];
  const { variantId, gtin } = await aVariant(db, { shopId, onHand: ON_HAND });
  if (gtin === null) throw new Error('the variant has an article');
  const orderLineId = await storeLine(db, place, {
    state: packaged === quantity ? 'shipped' : 'allocated',
    quantity,
  });
  const storeOrderId = part.placedAs?.storeOrderId ?? (HAS_STORE_ID.has(state) ? `SO-${id}` : null);
  const externalRef = part.placedAs?.externalRef ?? `ref-${id}`;
  const attempted = part.lastAttemptAt === undefined ? null : new Date(part.lastAttemptAt);
  await db.shippingOrder.create({
    data: {
      id,
      sellerOrderId: place.id,
      decisionId: randomUUID(),
      shopId,
      externalRef,
      state,
      storeOrderId,
      firstSentAt: attempted,
      lastAttemptAt: attempted,
    },
  });
  const line = { position: place.index + 1, variantId, quantity, packaged, unitPrice: 1, calculation: {} };
  await db.shippingOrderLine.create({
    data: { id: lineId, shippingOrderId: id, orderLineId, externalRef: `${externalRef}-1`, ...line },
  });
  if (RESERVED.has(state)) {
    const requests = [{ shopId, variantId, shippingOrderLineId: lineId, quantity }];
    await inTransaction(db, (tx) => reserve(tx, requests));
  }
  return { id, shopId, storeOrderId, externalRef, orderLineId, lineId, variantId, gtin };
}

/** A shipping order of a stored order, in the order in which they were requested. */
export function partOf(order: StoredOrder, index = 0): StoredPart {
  const part = order.shippingOrders[index];
  if (!part) throw new Error('the order has no such shipping order');
  return part;
}

/** A package with pieces of a shipping order arrives, as fulfilment stores it under the order's lock. */
export async function packageArrives(db: Database, part: StoredPart, pieces = 2): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM seller_order o JOIN shipping_order s ON s.seller_order_id = o.id
      WHERE s.id = ${part.id}::uuid FOR UPDATE OF o`;
    await tx.shippingOrderLine.update({
      where: { id: part.lineId },
      data: { packaged: { increment: pieces } },
    });
    await tx.$executeRaw`UPDATE order_line o SET state = 'shipped' FROM shipping_order_line l
      WHERE l.id = ${part.lineId}::uuid AND o.id = l.order_line_id AND l.packaged = l.quantity`;
  });
}
