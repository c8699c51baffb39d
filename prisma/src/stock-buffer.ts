import { z } from 'zod';
import { Prisma } from './generated/client';

/** Pieces that a shop keeps back of each variant (D16), as `shop.stock_buffer` holds them. */
export const StockBuffer = z.object({
  default: z.int().default(0),
  /** By variant id: instead of the default. */
  variants: z.record(z.string(), z.int()).default({}),
});
export type StockBuffer = z.output<typeof StockBuffer>;

/** The pieces of a variant that are neither offered nor routed (D16). `keptBackOf` is the same in a statement. */
export function keptBack({ default: ofShop, variants }: StockBuffer, variantId: string): number {
  return Object.hasOwn(variants, variantId) ? (variants[variantId] ?? ofShop) : ofShop;
}

/** @param alias of table `variant` in the surrounding query */
export function keptBackOf(alias: string): Prisma.Sql {
  return Prisma.sql`(SELECT ${keptBackBy('b', alias)} FROM shop b WHERE b.id = ${Prisma.raw(alias)}.shop_id)`;
}

/** The same where the surrounding query joins the shop already. */
export function keptBackBy(shopAlias: string, variantAlias: string): Prisma.Sql {
  const [shop, variant] = [Prisma.raw(shopAlias), Prisma.raw(variantAlias)];
  return Prisma.sql`
    coalesce((${shop}.stock_buffer -> 'variants' ->> ${variant}.variant_id)::int, (${shop}.stock_buffer ->> 'default')::int, 0)`;
}
