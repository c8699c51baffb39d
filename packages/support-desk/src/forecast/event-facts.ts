import { InventoryUpdated, isLoopGuarded, LIMITS, readEventData, requireEvent, Verdict } from '@hub/contract';
import { Prisma, type Tx } from '@hub/database';
import type { Message } from '../dead-letters/read-message';
import type { EventFacts, EventSubject, LedgerFacts, Timing } from './forecast-event';

type EventMessage = Extract<Message, { kind: 'event' }>;

/** Reads what an event speaks of, without locks: it is a forecast. */
export async function readEventFacts(tx: Tx, message: EventMessage, now: number): Promise<EventFacts> {
  const read = readEventData(requireEvent(message.event).data, message.data);
  return {
    ledger: await readLedger(tx, message),
    fault: read.ok ? null : read.refusal,
    subject: await readSubject(tx, message, now),
  };
}

async function readLedger(
  tx: Tx,
  { shopId, eventId, bodySha256 }: EventMessage,
): Promise<LedgerFacts | null> {
  const row = await tx.eventLedger.findFirst({ where: { shopId, eventId } });
  if (!row) return null;
  const { status, outcome, code, message, field } = row;
  const verdict = Verdict.safeParse({ status, outcome, code, message, ...(field === null ? {} : { field }) });
  return {
    sameBytes: Buffer.from(row.bodySha256).equals(bodySha256),
    verdict: verdict.success ? verdict.data : null,
  };
}

async function readSubject(tx: Tx, message: EventMessage, now: number): Promise<EventSubject> {
  switch (message.event) {
    case 'inventory.updated':
      return readStock(tx, message);
    case 'order.created':
      return readNewOrder(tx, message);
    case 'order.cancelled':
      return readCancelled(tx, message, now);
    case 'fulfillment.shipped':
      return readPackage(tx, message);
    case 'return.created':
      return readReturn(tx, message, now);
  }
}

async function readStock(tx: Tx, { shopId, data }: EventMessage): Promise<EventSubject> {
  const change = InventoryUpdated.safeParse(data).data;
  const unknown = {
    event: 'inventory.updated',
    variantActive: false,
    place: 'unknown',
    timing: 'newer',
  } as const;
  if (!change) return unknown;
  const { variant_id: variantId, location_id: locationId } = change;
  const [variant, shop, level] = await Promise.all([
    tx.variant.findUnique({ where: { shopId_variantId: { shopId, variantId } }, select: { state: true } }),
    tx.shop.findUnique({
      where: { id: shopId },
      select: { hubNetworkLocationId: true, locations: { where: { locationId } } },
    }),
    tx.stockLevel.findUnique({ where: { shopId_variantId_locationId: { shopId, variantId, locationId } } }),
  ]);
  const isOwn = (shop?.locations.length ?? 0) > 0;
  const place = shop?.hubNetworkLocationId === locationId ? 'network' : isOwn ? 'own' : 'unknown';
  return { ...unknown, variantActive: variant?.state === 'active', place, timing: timingOf(change, level) };
}

function timingOf(
  change: InventoryUpdated,
  level: { changedAt: bigint | null; reportedQuantity: number | null } | null,
): Timing {
  const latest = level?.changedAt ?? null;
  if (latest === null || change.changed_at > latest) return 'newer';
  if (change.changed_at < latest) return 'older';
  return level?.reportedQuantity === change.quantity ? 'same' : 'same_time_other_quantity';
}

async function readNewOrder(tx: Tx, { shopId, data }: EventMessage): Promise<EventSubject> {
  const orderId = textOf(data['order_id']);
  const [stored, marked, shop] = await Promise.all([
    tx.sellerOrder.count({ where: { shopId, orderId } }),
    tx.cancellationMarker.count({ where: { shopId, orderId } }),
    tx.shop.findUnique({ where: { id: shopId }, select: { orders: true } }),
  ]);
  return {
    event: 'order.created',
    loopGuarded: isLoopGuarded(data),
    stored: stored > 0,
    orders: shop?.orders ?? null,
    cancelledBefore: marked > 0,
  };
}

async function readCancelled(tx: Tx, { shopId, data }: EventMessage, now: number): Promise<EventSubject> {
  const orderId = textOf(data['order_id']);
  const sold = await tx.sellerOrder.findUnique({ where: { shopId_orderId: { shopId, orderId } } });
  if (sold) {
    const [packages, stopping] = await Promise.all([
      tx.package.count({ where: { shippingOrder: { sellerOrderId: sold.id } } }),
      tx.cancellation.count({ where: { sellerOrderId: sold.id, kind: 'whole_order', state: 'stopping' } }),
    ]);
    const target = {
      side: 'selling',
      state: sold.state,
      shipped: packages > 0,
      stopping: stopping > 0,
    } as const;
    return { event: 'order.cancelled', target };
  }
  const shipping = await tx.shippingOrder.findFirst({
    where: { shopId, storeOrderId: orderId },
    select: { id: true, state: true, _count: { select: { packages: true } } },
  });
  if (!shipping) {
    const unknown = await isPlacementUnknown(tx, shopId, now);
    return { event: 'order.cancelled', target: unknown ? 'placement_unknown' : null };
  }
  const stop = await tx.shippingOrderStop.findUnique({ where: { shippingOrderId: shipping.id } });
  const { state, _count } = shipping;
  const stopping = stop !== null && stop.state !== 'already_shipped';
  return {
    event: 'order.cancelled',
    target: { side: 'shipping', state, shipped: _count.packages > 0, stopping },
  };
}

async function readPackage(tx: Tx, { shopId, data }: EventMessage): Promise<EventSubject> {
  const shippingOrder = await tx.shippingOrder.findFirst({
    where: { shopId, externalRef: textOf(data['external_ref']), state: { not: 'dry_run' } },
    select: { id: true, state: true },
  });
  if (!shippingOrder) return { event: 'fulfillment.shipped', shippingOrder: null, tracking: null };
  const { id, state } = shippingOrder;
  const [stop, stored] = await Promise.all([
    tx.shippingOrderStop.findUnique({ where: { shippingOrderId: id }, select: { state: true } }),
    tx.package.findUnique({
      where: { shippingOrderId_packageId: { shippingOrderId: id, packageId: textOf(data['package_id']) } },
      select: { state: true },
    }),
  ]);
  return {
    event: 'fulfillment.shipped',
    shippingOrder: { state, stop: stop?.state ?? null },
    tracking: stored?.state ?? null,
  };
}

async function readReturn(tx: Tx, { shopId, data }: EventMessage, now: number): Promise<EventSubject> {
  const orderId = textOf(data['order_id']);
  const event = 'return.created';
  const shipped = await tx.shippingOrder.findFirst({ where: { shopId, storeOrderId: orderId } });
  if (shipped) {
    const returns = await tx.return.count({ where: { shippingOrderId: shipped.id, side: 'shipping' } });
    return { event, target: 'shipping', returned: returns > 0 };
  }
  const sold = await tx.sellerOrder.findUnique({ where: { shopId_orderId: { shopId, orderId } } });
  if (sold) {
    const returns = await tx.return.count({ where: { sellerOrderId: sold.id } });
    return { event, target: 'selling', returned: returns > 0 };
  }
  const unknown = await isPlacementUnknown(tx, shopId, now);
  return { event, target: unknown ? 'placement_unknown' : null, returned: false };
}

/** D11: a placement at the shop whose outcome is unknown may be the order named, for a quarter of an hour. */
async function isPlacementUnknown(tx: Tx, shopId: number, now: number): Promise<boolean> {
  const since = new Date(now - LIMITS.unknownOutcomeMs);
  const [row] = await tx.$queryRaw<{ found: boolean }[]>(Prisma.sql`
    SELECT EXISTS (SELECT FROM shipping_order WHERE shop_id = ${shopId} AND store_order_id IS NULL
      AND state IN ('sending', 'disputed') AND last_attempt_at > ${since}) AS found`);
  return row?.found ?? false;
}

/** Whatever is no text is nobody's id. */
function textOf(value: unknown): string {
  return typeof value === 'string' && !value.includes('\0') ? value : '';
}
