import { randomUUID } from 'node:crypto';
import type { Database, ShippingOrderState, StopState } from '@hub/database';
import { aShop } from './a-shop';
import { aVariant } from './a-variant';

export interface ShippingOrderOptions {
  sellingShop?: { id: number };
  shippingShop?: { id: number };
  /** The selling shop's own ids of its order and of the lines, if a store knows them. */
  orderId?: string;
  lineItemIds?: readonly string[];
  state?: ShippingOrderState;
  /** The shipping shop's id of it; null: its receipt is missing. */
  storeOrderId?: string | null;
  /** Pieces of each line; by default one line of one piece. */
  quantities?: readonly number[];
  /** Pieces of further lines of the seller order, which the selling shop ships itself: `OWN-1`, `OWN-2` … */
  ownQuantities?: readonly number[];
  /** A stop was requested, with its progress so far. */
  stop?: StopState;
  /** A later placement of that line, instead of a new seller order. */
  ofLine?: StoredShippingLine | undefined;
}

export interface StoredShippingLine {
  id: string;
  sellerOrderId: string;
  orderLineId: string;
  /** The service's reference. */
  reference: string;
  /** The selling shop's own id of the line. */
  lineItemId: string;
  /** The shipping shop's variant. */
  variantId: string;
}

export interface StoredShippingOrder {
  id: string;
  sellerOrderId: string;
  /** The selling shop, and its own id of its order. */
  sellingShopId: number;
  orderId: string;
  /** The shipping shop, and the id that it has given or would give. */
  shopId: number;
  storeOrderId: string;
  /** The service's reference. */
  reference: string;
  lines: StoredShippingLine[];
  stopId: string | null;
}

/**
 * Inserts a seller order whose lines another shop ships: placed there as `SO-…`, nothing shipped yet, its pieces
 * reserved.
 */
export async function aShippingOrder(
  db: Database,
  options: ShippingOrderOptions = {},
): Promise<StoredShippingOrder> {
  const { state = 'placed', stop, ofLine } = options;
  const sellerOrder = ofLine
    ? await db.sellerOrder.findUniqueOrThrow({ where: { id: ofLine.sellerOrderId } })
    : await aSellerOrder(db, options);
  const shop = options.shippingShop ?? (await aShop(db));
  const id = randomUUID();
  const storeOrderId = options.storeOrderId === undefined ? `SO-${id}` : options.storeOrderId;
  const { externalRef: reference } = await db.shippingOrder.create({
    data: {
      id,
      sellerOrderId: sellerOrder.id,
      decisionId: randomUUID(),
      shopId: shop.id,
      externalRef: `order-${id}`,
      state,
      storeOrderId,
    },
  });
  const order = {
    id,
    sellerOrderId: sellerOrder.id,
    sellingShopId: sellerOrder.shopId,
    orderId: sellerOrder.orderId,
    shopId: shop.id,
    storeOrderId: storeOrderId ?? `SO-${id}`,
    reference,
  };
  const lines = await shippingLines(db, order, options);
  await ownLines(db, order, options.ownQuantities ?? []);
  return { ...order, lines, stopId: stop ? await aStop(db, order, stop) : null };
}

type OrderIds = Pick<StoredShippingOrder, 'id' | 'sellerOrderId' | 'shopId'>;

async function aSellerOrder(
  db: Database,
  { sellingShop, orderId }: ShippingOrderOptions,
): Promise<{ id: string; shopId: number; orderId: string }> {
  const id = randomUUID();
  const shop = sellingShop ?? (await aShop(db));
  return db.sellerOrder.create({
    data: {
      id,
      shopId: shop.id,
      orderId: orderId ?? `O-${id}`,
      placedAt: 0n,
      currency: 'EUR',
      mode: 'live',
      destinationCountry: 'SE',
      shippingCost: 0,
      totalDiscounts: 0,
      correlation: 'test',
    },
  });
}

async function shippingLines(
  db: Database,
  order: OrderIds,
  { quantities = [1], lineItemIds = [], ofLine }: ShippingOrderOptions,
): Promise<StoredShippingLine[]> {
  const lines: StoredShippingLine[] = [];
  for (const [position, quantity] of quantities.entries()) {
    const lineItemId = ofLine?.lineItemId ?? lineItemIds[position] ?? `L-${position + 1}`;
    const orderLineId = ofLine?.orderLineId ?? randomUUID();
    const { sellerOrderId } = order;
    const data = { sellerOrderId, position, lineItemId, variantId: 'V-1', quantity, unitPrice: 100 };
    await db.orderLine.upsert({
      where: { id: orderLineId },
      create: { id: orderLineId, ...data, state: 'allocated' },
      update: { state: 'allocated' },
    });
    const { id, variantId, reference } = await aShippingLine(db, order, { orderLineId, position, quantity });
    lines.push({ id, sellerOrderId, orderLineId, reference, lineItemId, variantId });
  }
  return lines;
}

async function aShippingLine(
  db: Database,
  { id: shippingOrderId, shopId }: OrderIds,
  line: { orderLineId: string; position: number; quantity: number },
): Promise<{ id: string; variantId: string; reference: string }> {
  const { quantity } = line;
  const { variantId } = await aVariant(db, { shopId, onHand: 10, committed: quantity });
  const id = randomUUID();
  const reference = `line-${id}`;
  const data = { ...line, externalRef: reference, variantId, unitPrice: 70, calculation: {} };
  await db.shippingOrderLine.create({ data: { id, shippingOrderId, ...data } });
  await db.reservation.create({
    data: {
      id: randomUUID(),
      shopId,
      variantId,
      shippingOrderLineId: id,
      quantity,
      remaining: quantity,
      consumableFrom: 1n,
    },
  });
  return { id, variantId, reference };
}

async function ownLines(
  db: Database,
  { sellerOrderId }: OrderIds,
  quantities: readonly number[],
): Promise<void> {
  await db.orderLine.createMany({
    data: quantities.map((quantity, index) => ({
      id: randomUUID(),
      sellerOrderId,
      position: 1_000 + index,
      lineItemId: `OWN-${index + 1}`,
      variantId: 'V-2',
      quantity,
      unitPrice: 100,
      state: 'own' as const,
    })),
  });
}

async function aStop(db: Database, { id, sellerOrderId }: OrderIds, state: StopState): Promise<string> {
  const stopId = randomUUID();
  await db.cancellation.create({
    data: {
      id: randomUUID(),
      kind: 'whole_order',
      sellerOrderId,
      requestedBy: 1,
      eventId: stopId,
      correlation: 'test',
      stops: { create: { id: stopId, shippingOrderId: id, reference: stopId, state } },
    },
  });
  await db.shippingOrder.update({ where: { id }, data: { stopRequestedAt: new Date() } });
  return stopId;
}
