import { z } from 'zod';
import { ExternalRef, LineItemId, OrderId, ReturnId } from '../ids';
import { LineQuantity } from '../numbers';
import { personal } from '../personal';
import { StorableText } from '../text';

const ReturnRequestLine = z.object({
  order_line_id: LineItemId,
  quantity: LineQuantity,
  reason: personal(StorableText.optional(), { byName: false }),
});

/** Body of `POST /returns` ("Return request"): a return on the store's own order, in its own ids. */
export const ReturnRequest = z.object({
  external_ref: ExternalRef,
  order_id: OrderId,
  lines: z.array(ReturnRequestLine).min(1),
});
export type ReturnRequest = z.input<typeof ReturnRequest>;

/** Receipt of `POST /returns`; the contract requires no `success` here. */
export const ReturnReceipt = z.object({ external_ref: ExternalRef, return_id: ReturnId });
export type ReturnReceipt = z.output<typeof ReturnReceipt>;
