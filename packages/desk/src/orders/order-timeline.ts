import type { Database } from '@hub/database';
import { z } from 'zod';
import { describeOrder, type DescribedOrder } from './describe-order';
import { readOrderRows } from './order-records';
import { buildTimeline } from './build-timeline';
import type { TimelineEntry } from './timeline-entry';

/** All that is known of an order, and the same as a timeline from its beginning. */
export interface OrderTimeline extends DescribedOrder {
  /** By time, the oldest first. */
  entries: TimelineEntry[];
}

/**
 * An order with its full history: lines and money, decisions, shipping orders, packages, stops, returns, store calls,
 * events, alerts, failed messages and support's actions. Without the customer's personal data (D29). Null: there is
 * none.
 * @param id of the seller order
 */
export async function orderTimeline(db: Database, id: string): Promise<OrderTimeline | null> {
  const rows = z.uuid().safeParse(id).success ? await readOrderRows(db, id) : null;
  if (!rows) return null;
  const order = describeOrder(rows);
  return { ...order, entries: buildTimeline(order) };
}
