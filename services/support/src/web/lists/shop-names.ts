import type { Database } from '@hub/database';
import { searchKey } from '@hub/desk/orders';

/** A shop in a choice. */
export interface NamedShop {
  slug: string;
  name: string;
}

/** All shops by name, including removed ones, for people to choose from. */
export function shopNames(db: Database): Promise<NamedShop[]> {
  return db.shop.findMany({ select: { slug: true, name: true }, orderBy: { name: 'asc' } });
}

/** Shops that have a page: removed ones have none. */
function joinedShopNames(db: Database): Promise<NamedShop[]> {
  return db.shop.findMany({
    where: { removedAt: null },
    select: { slug: true, name: true },
    orderBy: { name: 'asc' },
  });
}

const FOUND_AT_ONCE = 8;

/** Shops that have a page and this text in their name, whatever the case. */
export async function findShops(db: Database, text: string): Promise<NamedShop[]> {
  const key = searchKey(text);
  if (key === '') return [];
  const shops = await joinedShopNames(db);
  const fits = ({ slug, name }: NamedShop) => [slug, name].some((of) => searchKey(of).includes(key));
  return shops.filter(fits).slice(0, FOUND_AT_ONCE);
}
