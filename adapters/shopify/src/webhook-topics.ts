import { z } from 'zod';
import { idOf } from './ids';

/** What a webhook is about. Nothing else of its payload counts, because it may be out of date. */
export type Subject =
  | { kind: 'order'; orderId: string }
  | { kind: 'share'; fulfillmentOrderId: string }
  | { kind: 'level'; inventoryItemId: string; locationId: string };

const id = z.coerce.string().regex(/^\d+$/);
const order = (orderId: string): Subject => ({ kind: 'order', orderId });
const ofOrder = z.object({ order_id: id }).transform(({ order_id }) => order(order_id));
const isOrder = z.object({ id }).transform((payload) => order(payload.id));

const TOPICS: Readonly<Record<string, z.ZodType<Subject>>> = {
  'inventory_levels/update': z
    .object({ inventory_item_id: id, location_id: id })
    .transform(({ inventory_item_id, location_id }) => ({
      kind: 'level',
      inventoryItemId: inventory_item_id,
      locationId: location_id,
    })),
  'orders/paid': isOrder,
  'orders/cancelled': isOrder,
  'fulfillments/create': ofOrder,
  'fulfillments/update': ofOrder,
  'returns/close': z.object({ order: z.object({ id }) }).transform((payload) => order(payload.order.id)),
  'refunds/create': ofOrder,
  'fulfillment_orders/order_routing_complete': z
    .object({ fulfillment_order: z.object({ id: z.string() }) })
    .transform(({ fulfillment_order }) => ({
      kind: 'share',
      fulfillmentOrderId: idOf(fulfillment_order.id),
    })),
};

/** As Shopify's subscriptions name them. */
export const SUBSCRIBED = Object.keys(TOPICS).map((topic) => topic.toUpperCase().replace('/', '_'));

/** Null where it is of no concern here. */
export function subjectOf(topic: string, body: Buffer): Subject | null {
  const schema = TOPICS[topic];
  return schema ? schema.parse(JSON.parse(body.toString('utf8'))) : null;
}
