import { z } from 'zod';
import { ExternalRef, OrderId } from '../ids';
import { personal } from '../personal';
import { StorableText } from '../text';

/** Body of `POST /cancel` (D21): a whole shipping order. `external_ref` is the cancellation's own reference. */
export const CancelRequest = z.object({
  external_ref: ExternalRef,
  order_id: OrderId,
  reason: personal(StorableText.optional(), { byName: false }),
});
export type CancelRequest = z.input<typeof CancelRequest>;

export const CancelReceipt = z.object({
  success: z.literal(true),
  external_ref: ExternalRef,
  order_id: OrderId,
  status: z.literal('stopped'),
});
export type CancelReceipt = z.output<typeof CancelReceipt>;
