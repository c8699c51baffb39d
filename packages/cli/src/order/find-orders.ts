import type { Database } from '@hub/database';

/** An order and the shops under whose name it was found. */
export interface OrderFound {
  id: string;
  shopIds: number[];
}

/** Orders by a shop's order id (selling or shipping side), or by an order or line reference of ours; personal data is not searched. */
export async function findOrders(db: Database, id: string): Promise<OrderFound[]> {
  const [sold, shipped] = await Promise.all([
    db.sellerOrder.findMany({ where: { orderId: id }, select: { id: true, shopId: true } }),
    db.shippingOrder.findMany({
      where: { OR: [{ storeOrderId: id }, { externalRef: id }, { lines: { some: { externalRef: id } } }] },
      select: { sellerOrderId: true, shopId: true, order: { select: { shopId: true } } },
    }),
  ]);
  const found = new Map<string, number[]>();
  for (const order of sold) found.set(order.id, [order.shopId]);
  for (const order of shipped) {
    const shopIds = found.get(order.sellerOrderId) ?? [];
    found.set(order.sellerOrderId, [...shopIds, order.shopId, order.order.shopId]);
  }
  return [...found].map(([orderId, shopIds]) => ({ id: orderId, shopIds }));
}
