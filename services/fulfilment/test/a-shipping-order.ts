import { randomUUID } from 'node:crypto';
import type { Database, ShippingOrderState, StopState } from '@hub/database';
import { aShop, aVariant } from '@hub/testing';

export interface ShippingOrderOptions {
  sellingShop?: { id: number };
  shippingShop?: { id: number };
  /** The selling shop's own ids of its order and lines, where a store knows them. */
  orderId?: string;
  lineItemIds?: readonly string[];
  state?: ShippingOrderState;
  /** The shipping shop's id of it; null: its receipt is missing. */
  storeOrderId?: string | null;
  /** Pieces of each line. */
  quantities?: readonly number[];
  /** Begins to stop it. */
  stop?: StopState;
  /** A later placement of that line, instead of a seller order of its own. */
  ofLine?: { sellerOrderId: string; orderLineId: string } | undefined;
}

export interface StoredShippingOrder {
  id: string;
  sellerOrderId: string;
  shopId: number;
  /** The service's reference. */
  reference: string;
  storeOrderId: string;
  lines: {
    id: string;
    sellerOrderId: string;
    orderLineId: string;
    reference: string;
    lineItemId: string;
    variantId: string;
  }[];
  stopId: string | null;
}

/** Inserts a seller order whose lines another shop ships, with what is reserved for them there. */
export async function aShippingOrder(
  db: Database,
  options: ShippingOrderOptions = {},
): Promise<StoredShippingOrder> {
  const { quantities = [1], state = 'placed' } = options;
  const selling = options.sellingShop ?? (await aShop(db));
  const shipping = options.shippingShop ?? (await aShop(db));
  const sellerOrderId = options.ofLine?.sellerOrderId ?? (await aSellerOrder(db, selling, options));
  const id = randomUUID();
  const reference = `order-${id}`;
  const storeOrderId = options.storeOrderId === undefined ? `SO-${id}` : options.storeOrderId;
  await db.shippingOrder.create({
    data: {
      id,
      sellerOrderId,
      decisionId: randomUUID(),
      shopId: shipping.id,
      externalRef: reference,
      state,
      storeOrderId,
      createdAt: new Date(Date.now() + (options.ofLine ? 1_000 : 0)),
    },
  });
  const lines = [];
  for (const [position, quantity] of quantities.entries()) {
    const lineItemId = options.lineItemIds?.[position] ?? `L-${position + 1}`;
    const place = { sellerOrderId, shippingOrderId: id, shopId: shipping.id };
    const line = { ...place, position, quantity, lineItemId, placedBefore: options.ofLine?.orderLineId };
    lines.push(await anAllocatedLine(db, line));
  }
  const stopId = options.stop ? await aStop(db, { sellerOrderId, id, state: options.stop }) : null;
  return {
    id,
    sellerOrderId,
    shopId: shipping.id,
    reference,
    storeOrderId: storeOrderId ?? `SO-${id}`,
    lines,
    stopId,
  };
}

async function aSellerOrder(
  db: Database,
  shop: { id: number },
  { orderId }: ShippingOrderOptions,
): Promise<string> {
  const id = randomUUID();
  await db.sellerOrder.create({
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
  return id;
}

interface AllocatedLine {
  sellerOrderId: string;
  shippingOrderId: string;
  shopId: number;
  position: number;
  quantity: number;
  lineItemId: string;
  /** Id of the order line, where an earlier shipping order had it. */
  placedBefore: string | undefined;
}

async function anAllocatedLine(db: Database, line: AllocatedLine) {
  const { sellerOrderId, shippingOrderId, shopId, position, quantity, lineItemId } = line;
  const [id, orderLineId] = [randomUUID(), line.placedBefore ?? randomUUID()];
  const { variantId } = await aVariant(db, { shopId, onHand: 10, committed: quantity });
  const orderLine = { sellerOrderId, position, lineItemId, variantId: 'V-1', quantity, unitPrice: 100 };
  await db.orderLine.upsert({
    where: { id: orderLineId },
    create: { id: orderLineId, ...orderLine, state: 'allocated' },
    update: { state: 'allocated' },
  });
  const reference = `line-${id}`;
  await db.shippingOrderLine.create({
    data: {
      id,
      shippingOrderId,
      orderLineId,
      position,
      externalRef: reference,
      variantId,
      quantity,
      unitPrice: 70,
      calculation: {},
    },
  });
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
  return { id, sellerOrderId, orderLineId, reference, lineItemId, variantId };
}

async function aStop(
  db: Database,
  of: { sellerOrderId: string; id: string; state: StopState },
): Promise<string> {
  const stopId = randomUUID();
  await db.cancellation.create({
    data: {
      id: randomUUID(),
      kind: 'whole_order',
      sellerOrderId: of.sellerOrderId,
      requestedBy: 1,
      eventId: stopId,
      correlation: 'test',
      stops: { create: { id: stopId, shippingOrderId: of.id, reference: stopId, state: of.state } },
    },
  });
  await db.shippingOrder.update({ where: { id: of.id }, data: { stopRequestedAt: new Date() } });
  return stopId;
}
