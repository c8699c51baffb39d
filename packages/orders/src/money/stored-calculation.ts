import { z } from 'zod';

/** `shipping_order_line.calculation`, as `priceDecision` makes it: every amount an exact text. */
export const StoredCalculation = z.object({
  currency: z.string(),
  gross: z.string(),
  discountShare: z.string(),
  afterDiscount: z.string(),
  consumerVatRate: z.string(),
  consumerVat: z.string(),
  net: z.string(),
  splitRate: z.string(),
  payout: z.string(),
  injectionVatRate: z.string().nullable(),
  injectionVat: z.string(),
  exactUnitPrice: z.string(),
  unitPrice: z.string(),
  owed: z.string(),
  rounding: z.string(),
  shipping: z.object({ paid: z.string(), net: z.string(), share: z.string() }),
});
export type StoredCalculation = z.output<typeof StoredCalculation>;
