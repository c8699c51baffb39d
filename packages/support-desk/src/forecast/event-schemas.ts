import {
  FulfillmentShipped,
  InventoryUpdated,
  OrderCancelled,
  OrderCreated,
  ReturnCreated,
  type EventName,
} from '@hub/contract';
import type { z } from 'zod';

/** The contract's schema of each event's `data`. */
export const EVENT_SCHEMAS = {
  'inventory.updated': InventoryUpdated,
  'order.created': OrderCreated,
  'order.cancelled': OrderCancelled,
  'fulfillment.shipped': FulfillmentShipped,
  'return.created': ReturnCreated,
} satisfies Record<EventName, z.ZodType>;
