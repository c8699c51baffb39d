import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import {
  aGtin,
  aHold,
  aShippingOrder,
  aShop,
  aVariant,
  aWaitingLine,
  type StoredShippingOrder,
  type StoredShop,
} from '@hub/testing';
import fc from 'fast-check';

const capability = fc.constantFrom('live' as const, 'live' as const, 'live' as const, 'off' as const);
const aLease = fc.constantFrom('none' as const, 'over' as const, 'held' as const);

/** How everything stands that a message may meet; not all of it could come about, and a forecast must be right there too. */
export const aPlan = fc.record({
  seller: fc.record({ inventory: capability, returns: capability }),
  shipper: fc.record({
    orders: capability,
    cancellation: capability,
    isHeld: fc.constantFrom(false, false, true),
    pieces: fc.nat(6),
  }),
  order: fc.record({
    state: fc.constantFrom(
      'accepted' as const,
      'accepted' as const,
      'held' as const,
      'stopping' as const,
      'stopped' as const,
    ),
    placement: fc.constantFrom(
      'planned' as const,
      'sending' as const,
      'placed' as const,
      'placed' as const,
      'refused' as const,
      'disputed' as const,
      'stopped' as const,
    ),
    idKnown: fc.constantFrom(true, true, false),
    quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
    stop: fc.constantFrom(
      undefined,
      undefined,
      'settling' as const,
      'due' as const,
      'sending' as const,
      'confirmed' as const,
      'failed' as const,
    ),
    lease: aLease,
    gaveUp: fc.boolean(),
  }),
  parcel: fc.constantFrom(null, 'due' as const, 'sending' as const, 'done' as const, 'failed' as const),
  goods: fc.constantFrom(
    null,
    'due' as const,
    'sending' as const,
    'registered' as const,
    'waiting' as const,
    'failed' as const,
  ),
  isMarked: fc.boolean(),
  waits: fc.record({ quantity: fc.integer({ min: 1, max: 4 }), isExcluded: fc.boolean() }),
  run: fc.constantFrom(
    'queued' as const,
    'reading' as const,
    'waiting' as const,
    'accepted' as const,
    'failed' as const,
  ),
});
export type Plan = typeof aPlan extends fc.Arbitrary<infer T> ? T : never;

/** What a plan has in the database. */
export interface Scene {
  seller: StoredShop;
  shipper: StoredShop;
  gtin: string;
  /** Of the article, at the seller and at the shipper. */
  variants: { seller: string; shipper: string };
  order: StoredShippingOrder;
  /** The shop's own id of the package that is known, or would be. */
  packageId: string;
  ids: { parcel: string; goods: string; waiting: string; run: string };
}

/** @param number distinguishes the scenes of one database */
export async function aScene(
  db: Database,
  plan: Plan,
  given: { number: number; storeApiRoot: string },
): Promise<Scene> {
  const { number, storeApiRoot } = given;
  const seller = await aShop(db, { slug: `seller-${number}`, storeApiRoot, capabilities: plan.seller });
  const { orders, cancellation, isHeld, pieces } = plan.shipper;
  const shipper = await aShop(db, {
    slug: `shipper-${number}`,
    storeApiRoot,
    capabilities: { orders, cancellation },
  });
  const gtin = aGtin(5_000_000 + number);
  const variants = { seller: `S-${number}`, shipper: `A-${number}` };
  await aVariant(db, { shopId: seller.id, variantId: variants.seller, gtin, onHand: 1 });
  await aVariant(db, { shopId: shipper.id, variantId: variants.shipper, gtin, onHand: pieces });
  if (isHeld) await aHold(db, { shopId: shipper.id });
  const order = await anOrderOf(db, plan, { seller, shipper });
  const ids = { parcel: randomUUID(), goods: randomUUID(), waiting: '', run: randomUUID() };
  const packageId = `P-${number}`;
  await aParcel(db, { plan, order, packageId, id: ids.parcel });
  await someGoods(db, { plan, order, id: ids.goods });
  if (plan.isMarked)
    await db.cancellationMarker.create({ data: { shopId: shipper.id, orderId: order.storeOrderId } });
  const { quantity, isExcluded } = plan.waits;
  ids.waiting = await aWaitingLine(db, {
    shopId: seller.id,
    variantId: variants.seller,
    gtin,
    quantity,
    excludedShops: isExcluded ? [shipper.id] : [],
    orderState: plan.order.state,
  });
  await db.catalogueRun.create({
    data: { id: ids.run, shopId: seller.id, state: plan.run, leaseUntil: until(plan.order.lease) },
  });
  return { seller, shipper, gtin, variants, order, packageId, ids };
}

async function anOrderOf(
  db: Database,
  { order: plan }: Plan,
  { seller, shipper }: { seller: StoredShop; shipper: StoredShop },
): Promise<StoredShippingOrder> {
  const { state, placement, idKnown, quantities, stop, gaveUp } = plan;
  const order = await aShippingOrder(db, {
    sellingShop: seller,
    shippingShop: shipper,
    state: placement,
    quantities,
    ...(idKnown ? {} : { storeOrderId: null }),
    ...(stop ? { stop } : {}),
  });
  await db.sellerOrder.update({
    where: { id: order.sellerOrderId },
    data: { state, shipTo: { country_code: 'SE' } },
  });
  await db.shippingOrder.update({
    where: { id: order.id },
    data: {
      leaseUntil: until(plan.lease),
      ...(gaveUp ? { failedAt: new Date(), lastFailure: 'the store answered 503' } : {}),
      payload: {
        external_ref: order.reference,
        tag: 'hub_ship',
        payment_status: 'paid',
        currency: 'EUR',
        ship_to: {
          name: 'A',
          address_line1: 'B 1',
          zip: '1',
          city: 'C',
          country_code: 'SE',
          phone: null,
          email: null,
        },
        shipping_method: { code: 'standard', title: 'Standard' },
        line_items: order.lines.map(({ reference, variantId }, index) => ({
          external_ref: reference,
          variant_id: variantId,
          barcode: null,
          sku: null,
          quantity: quantities[index] ?? 1,
          unit_price: 70,
        })),
      },
    },
  });
  return order;
}

async function aParcel(
  db: Database,
  { plan, order, packageId, id }: { plan: Plan; order: StoredShippingOrder; packageId: string; id: string },
): Promise<void> {
  const [line] = order.lines;
  if (plan.parcel === null || !line) return;
  await db.package.create({
    data: {
      id,
      shippingOrderId: order.id,
      packageId,
      reference: `parcel-${id}`,
      carrier: 'PostNord',
      trackingNumber: 'T-1',
      shippedAt: 1n,
      state: plan.parcel,
      calledShopId: order.sellingShopId,
      leaseUntil: until(plan.order.lease),
      correlation: 'test',
      lines: { create: { shippingOrderLineId: line.id, quantity: 1 } },
    },
  });
  await db.shippingOrderLine.update({ where: { id: line.id }, data: { packaged: 1 } });
}

async function someGoods(
  db: Database,
  { plan, order, id }: { plan: Plan; order: StoredShippingOrder; id: string },
): Promise<void> {
  const [line] = order.lines;
  if (plan.goods === null || !line) return;
  await db.return.create({
    data: {
      id,
      side: 'shipping',
      shopId: order.shopId,
      eventId: id,
      sellerOrderId: order.sellerOrderId,
      shippingOrderId: order.id,
      reference: `goods-${id}`,
      state: plan.goods,
      calledShopId: order.sellingShopId,
      leaseUntil: until(plan.order.lease),
      correlation: 'test',
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: line.orderLineId,
          shippingOrderLineId: line.id,
          reportedLineId: 'SOL-1',
          quantity: 1,
        },
      },
    },
  });
}

const HOUR_MS = 3_600_000;

function until(lease: 'none' | 'over' | 'held'): Date | null {
  if (lease === 'none') return null;
  return new Date(Date.now() + (lease === 'held' ? HOUR_MS : -HOUR_MS));
}
