import { z } from 'zod';
import { droppable } from '../droppable';
import { ExternalRef, LineItemId, OrderId } from '../ids';
import { LIMITS } from '../limits';
import { LineQuantity } from '../numbers';
import { personal } from '../personal';
import { filledEventListOf, optionalText } from '../shapes';
import { StorableText, textUpTo } from '../text';
import { defineEvent } from './event-definition';

const ReturnedLine = z.object({
  order_line_id: LineItemId,
  external_ref: optionalText(ExternalRef),
  quantity: LineQuantity,
  reason: droppable(personal(optionalText(textUpTo(StorableText, LIMITS.maxNote)), { byName: false })),
});

/**
 * `data` of `return.created` ("Return reported by the shipping shop"). A line's `external_ref` is optional here, as a
 * selling platform omits it; the returns service checks that a shipping shop gives it (D13).
 */
export const ReturnCreated = z.object({
  order_id: OrderId,
  external_ref: optionalText(ExternalRef),
  lines: filledEventListOf(ReturnedLine),
  customer_note: droppable(personal(optionalText(textUpTo(StorableText, LIMITS.maxNote)))),
});
export type ReturnCreated = z.output<typeof ReturnCreated>;

export const returnCreated = defineEvent({
  name: 'return.created',
  owner: 'returns',
  capability: 'returns',
  summary: 'Goods are back at a shipping shop, or at a selling platform.',
  label: 'Report of a return',
  data: ReturnCreated,
  parts: { ReturnedLine },
  outcomes: ['accepted', 'duplicate', 'echo'],
  errors: ['unknown_order', 'unknown_line', 'quantity_exceeded', 'partial_quantity'],
});
