import type { Database } from '@hub/database';

/** Every shop by its name, those that were removed among them, for people to choose from. */
export function shopNames(db: Database): Promise<{ slug: string; name: string }[]> {
  return db.shop.findMany({ select: { slug: true, name: true }, orderBy: { name: 'asc' } });
}

/** Shops that have a page: those that were removed have none. */
export function joinedShopNames(db: Database): Promise<{ slug: string; name: string }[]> {
  return db.shop.findMany({
    where: { removedAt: null },
    select: { slug: true, name: true },
    orderBy: { name: 'asc' },
  });
}
