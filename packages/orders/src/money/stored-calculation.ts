import { z } from 'zod';
import { exact, exactCount, exactText, readExact } from './exact';

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

/**
 * The calculation of a line of which some pieces shipped and the others were closed (D24): the pieces are owed at the
 * line's unit price, with their part of its rounding. The parcel was sent, so the line's share of shipping stays whole.
 * The steps before the unit price stay those of the whole line.
 * @param shipped.of pieces of the whole line
 */
export function forShippedPieces(
  calculation: StoredCalculation,
  shipped: { pieces: number; of: number },
): StoredCalculation {
  const { unitPrice, rounding } = calculation;
  const pieces = exactCount(shipped.pieces);
  return {
    ...calculation,
    owed: exactText(exact(unitPrice).mul(pieces)),
    rounding: exactText(readExact(rounding).mul(pieces).div(exactCount(shipped.of))),
  };
}
