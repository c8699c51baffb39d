import { z } from 'zod';

/** Pieces that a shop keeps back of each variant (D16), as `shop.stock_buffer` holds them. */
export const StockBuffer = z.object({
  default: z.int().default(0),
  /** By variant id: instead of the default. */
  variants: z.record(z.string(), z.int()).default({}),
});
export type StockBuffer = z.output<typeof StockBuffer>;
