import type { Database } from '@hub/database';

/** The hub's orders at rest: who was chosen for what. Nothing of its stock. */
export type HubOrder = Awaited<ReturnType<typeof readOrders>>[number];
export type HubLine = HubOrder['lines'][number];
export type Placement = HubOrder['placements'][number];

export async function readOrders(db: Database) {
  const shops = await db.shop.findMany({ select: { id: true, slug: true } });
  const slugOf = (id: number) => shops.find((shop) => shop.id === id)?.slug ?? '';
  const returns = await db.return.findMany({ select: { sellerOrderId: true } });
  const orders = await db.sellerOrder.findMany({
    include: {
      lines: { orderBy: { position: 'asc' } },
      shippingOrders: { include: { lines: true } },
    },
  });
  return orders.map(({ id, shopId, orderId, state, lines, shippingOrders }) => ({
    seller: slugOf(shopId),
    orderId,
    state,
    returns: returns.filter(({ sellerOrderId }) => sellerOrderId === id).length,
    lines,
    placements: shippingOrders.map((one) => ({
      shop: slugOf(one.shopId),
      state: one.state,
      storeOrderId: one.storeOrderId,
      lines: one.lines.map(({ orderLineId, externalRef, variantId, quantity }) => ({
        lineId: orderLineId,
        reference: externalRef,
        variantId,
        quantity,
      })),
    })),
  }));
}
