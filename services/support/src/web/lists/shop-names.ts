import type { Database } from '@hub/database';

/** Every shop by its name, for people to choose from. */
export function shopNames(db: Database): Promise<{ slug: string; name: string }[]> {
  return db.shop.findMany({ select: { slug: true, name: true }, orderBy: { name: 'asc' } });
}
