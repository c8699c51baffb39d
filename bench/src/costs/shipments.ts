import type { Database } from '@hub/database';
import { aPackage, type StoredShop } from '@hub/testing';
import { signedEvent } from '../signed-event';

/** A signed `fulfillment.shipped` for every shipping order that was placed and not yet reported, whole and in one package. */
export async function shipmentsOf(db: Database, shops: readonly StoredShop[]): Promise<Buffer[]> {
  const placed = await db.shippingOrder.findMany({
    where: { state: 'placed', packages: { none: {} } },
    select: {
      shopId: true,
      externalRef: true,
      storeOrderId: true,
      lines: { select: { externalRef: true, quantity: true } },
    },
  });
  const byId = new Map(shops.map((shop) => [shop.id, shop]));
  return placed.flatMap(({ shopId, externalRef, storeOrderId, lines }) => {
    const shop = byId.get(shopId);
    if (!shop || storeOrderId === null) return [];
    const data = aPackage({
      order_id: storeOrderId,
      external_ref: externalRef,
      line_items: lines.map((line) => ({ external_ref: line.externalRef, quantity: line.quantity })),
    });
    const to = { path: `/shops/${shop.slug}/events`, secret: shop.signingSecret };
    return [signedEvent(to, { name: 'fulfillment.shipped', data })];
  });
}
