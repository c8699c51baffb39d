import type { Database, Prisma } from '@hub/database';
import { aPackage, aReturn, type StoredShop } from '@hub/testing';
import { signedEvent } from './signed-event';

const WHAT = {
  sellerOrderId: true,
  shopId: true,
  externalRef: true,
  storeOrderId: true,
  lines: { select: { externalRef: true, quantity: true } },
  order: { select: { shopId: true, orderId: true } },
} as const satisfies Prisma.ShippingOrderSelect;

/** A signed `fulfillment.shipped` for every shipping order that was placed and not yet reported, whole and in one package. */
export async function shipmentsOf(db: Database, shops: readonly StoredShop[]): Promise<Buffer[]> {
  const placed = await db.shippingOrder.findMany({
    where: { state: 'placed', stopRequestedAt: null, packages: { none: {} } },
    select: WHAT,
  });
  return placed.flatMap(({ shopId, externalRef, storeOrderId, lines }) => {
    const to = addressOf(shops, shopId);
    if (!to || storeOrderId === null) return [];
    const data = aPackage({
      order_id: storeOrderId,
      external_ref: externalRef,
      line_items: lines.map((line) => ({ external_ref: line.externalRef, quantity: line.quantity })),
    });
    return [signedEvent(to, { name: 'fulfillment.shipped', data })];
  });
}

/** A signed `return.created` of the shop that shipped, for every package without a return so far. */
export async function returnsOf(db: Database, shops: readonly StoredShop[]): Promise<Buffer[]> {
  const returned = await db.return.findMany({ select: { sellerOrderId: true } });
  const back = new Set(returned.map(({ sellerOrderId }) => sellerOrderId));
  const shipped = await db.shippingOrder.findMany({ where: { packages: { some: {} } }, select: WHAT });
  return shipped.flatMap(({ sellerOrderId, shopId, externalRef, storeOrderId, lines }) => {
    const to = addressOf(shops, shopId);
    if (!to || storeOrderId === null || back.has(sellerOrderId)) return [];
    const data = aReturn({
      order_id: storeOrderId,
      external_ref: externalRef,
      lines: lines.map((line) => ({
        order_line_id: line.externalRef,
        external_ref: line.externalRef,
        quantity: 1,
      })),
    });
    return [signedEvent(to, { name: 'return.created', data })];
  });
}

/** A signed `order.cancelled` of the selling shop for every placed shipping order that has no package. */
export async function cancellationsOf(db: Database, shops: readonly StoredShop[]): Promise<Buffer[]> {
  const open = await db.shippingOrder.findMany({
    where: { state: 'placed', stopRequestedAt: null, packages: { none: {} } },
    select: WHAT,
  });
  return open.flatMap(({ order }) => {
    const to = addressOf(shops, order.shopId);
    if (!to) return [];
    const data = { order_id: order.orderId, cancelled_at: new Date().toISOString() };
    return [signedEvent(to, { name: 'order.cancelled', data })];
  });
}

function addressOf(shops: readonly StoredShop[], shopId: number) {
  const shop = shops.find(({ id }) => id === shopId);
  return shop && { path: `/shops/${shop.slug}/events`, secret: shop.signingSecret };
}
