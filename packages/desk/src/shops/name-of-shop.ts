import type { Tx } from '@hub/database';

/** The name of a shop for people; its slug if there is none. */
export async function nameOfShop(tx: Pick<Tx, 'shop'>, slug: string): Promise<string> {
  return (await tx.shop.findUnique({ where: { slug }, select: { name: true } }))?.name ?? slug;
}
