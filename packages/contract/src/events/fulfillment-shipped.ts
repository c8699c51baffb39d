import { z } from 'zod';
import { droppable } from '../droppable';
import { ExternalRef, OrderId, PackageId } from '../ids';
import { Instant } from '../instant';
import { LIMITS } from '../limits';
import { LineQuantity } from '../numbers';
import { filledEventListOf, optionalText } from '../shapes';
import { FilledText, textUpTo, WebAddress } from '../text';
import { defineEvent } from './event-definition';

const PackedLine = z.object({ external_ref: ExternalRef, quantity: LineQuantity });

/** `data` of `fulfillment.shipped` (D11): one real package of a shipping order. */
export const FulfillmentShipped = z.object({
  order_id: OrderId,
  external_ref: ExternalRef,
  package_id: PackageId,
  carrier: FilledText,
  tracking_number: FilledText,
  tracking_url: droppable(optionalText(textUpTo(WebAddress, LIMITS.maxTrackingUrl))),
  shipped_at: Instant,
  line_items: filledEventListOf(PackedLine),
});
export type FulfillmentShipped = z.output<typeof FulfillmentShipped>;

export const fulfillmentShipped = defineEvent({
  name: 'fulfillment.shipped',
  owner: 'fulfilment',
  capability: 'orders',
  summary: 'A shipping shop sent one package.',
  label: 'Report of a shipped package',
  data: FulfillmentShipped,
  parts: { PackedLine },
  outcomes: ['accepted', 'duplicate'],
  errors: ['unknown_order', 'unknown_line', 'quantity_exceeded', 'invalid_fulfillment'],
});
