import type { Database } from '@hub/database';
import { orderTimeline, type OrderTimeline } from './order-timeline';

/** A shipping order by our reference (its `external_ref`), and its order. Null: there is none. */
export async function orderOfReference(
  db: Database,
  reference: string,
): Promise<{ order: OrderTimeline; shipping: OrderTimeline['shippingOrders'][number] } | null> {
  const found = await db.shippingOrder.findUnique({
    where: { externalRef: reference },
    select: { sellerOrderId: true },
  });
  const order = found ? await orderTimeline(db, found.sellerOrderId) : null;
  const shipping = order?.shippingOrders.find(({ externalRef }) => externalRef === reference);
  return order && shipping ? { order, shipping } : null;
}
