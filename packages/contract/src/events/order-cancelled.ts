import { z } from 'zod';
import { OrderId } from '../ids';
import { Instant } from '../instant';
import { optional, optionalText } from '../shapes';
import { StorableText } from '../text';

/** `data` of `order.cancelled` (D12): a whole order, under its seller order id or its shipping order id. */
export const OrderCancelled = z.object({
  order_id: OrderId,
  reason: optionalText(StorableText),
  cancelled_at: optional(Instant),
});
export type OrderCancelled = z.output<typeof OrderCancelled>;
