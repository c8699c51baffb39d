import { z } from 'zod';
import { droppable } from '../droppable';
import { OrderId } from '../ids';
import { Instant } from '../instant';
import { LIMITS } from '../limits';
import { personal } from '../personal';
import { optional, optionalText } from '../shapes';
import { StorableText, textUpTo } from '../text';
import { defineEvent } from './event-definition';

/** `data` of `order.cancelled` (D12): a whole order, under its seller order id or its shipping order id. */
export const OrderCancelled = z.object({
  order_id: OrderId,
  reason: droppable(personal(optionalText(textUpTo(StorableText, LIMITS.maxNote)), { byName: false })),
  cancelled_at: droppable(optional(Instant)),
});
export type OrderCancelled = z.output<typeof OrderCancelled>;

export const orderCancelled = defineEvent({
  name: 'order.cancelled',
  owner: 'cancellation',
  capability: 'cancellation',
  summary: 'A selling shop stops an order, or a shipping shop cannot ship.',
  label: 'Cancellation',
  answerWithinMs: 30_000,
  data: OrderCancelled,
  outcomes: ['stopped'],
  errors: ['unknown_order', 'order_already_shipped'],
});
