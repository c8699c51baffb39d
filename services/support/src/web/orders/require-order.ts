import { orderTimeline, type OrderTimeline } from '@hub/desk/orders';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';

/** The order of an address. Throws `PageError` if there is none. */
export async function requireOrder(desk: Desk, id: unknown): Promise<OrderTimeline> {
  const order = typeof id === 'string' ? await orderTimeline(desk.db, id) : null;
  if (!order) throw new PageError(404, 'There is no such order.');
  return order;
}
