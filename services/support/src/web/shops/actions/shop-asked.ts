import type { Database } from '@hub/database';
import { PageError } from '../../layout/page-error';
import type { NamedShop } from '../../lists/shop-names';

/** The shop of an address. @throws PageError if there is none */
export async function shopAsked(db: Database, slug: string): Promise<NamedShop> {
  const shop = await db.shop.findUnique({ where: { slug }, select: { slug: true, name: true } });
  if (!shop) throw new PageError(404, 'There is no such shop.');
  return shop;
}
