import { z } from 'zod';
import { ExternalRef, LineItemId, OrderId } from '../ids';
import { InstantText } from '../instant';
import { LineQuantity } from '../numbers';
import { FilledText, WebAddress } from '../text';

/** Body of `PUT /orders/{order_id}/tracking` (D20): one package. `external_ref` is the package's reference. */
export const TrackingRequest = z.object({
  external_ref: ExternalRef,
  carrier: FilledText,
  tracking_number: FilledText,
  tracking_url: WebAddress.optional(),
  shipped_at: InstantText,
  line_items: z.array(z.object({ line_item_id: LineItemId, quantity: LineQuantity })).min(1),
});
export type TrackingRequest = z.input<typeof TrackingRequest>;

export const TrackingReceipt = z.object({
  success: z.literal(true),
  external_ref: ExternalRef,
  order_id: OrderId,
});
export type TrackingReceipt = z.output<typeof TrackingReceipt>;
