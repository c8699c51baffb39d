import type { Database } from '@hub/database';
import { CommandFailure } from './failure';

/** A shop that is still one of the network: nothing is asked of a removed one. */
export async function requireServedShop(db: Database, slug: string) {
  const shop = await requireShop(db, slug);
  if (shop.removedAt) throw new CommandFailure([`${slug} was removed; a sheet brings it back`]);
  return shop;
}

/** The shop of a slug, one that was removed too; an unknown one is told with those there are. */
export async function requireShop(db: Database, slug: string) {
  const shop = await db.shop.findUnique({ where: { slug }, include: { locations: true } });
  if (shop) return shop;
  const known = await db.shop.findMany({ select: { slug: true }, orderBy: { slug: 'asc' }, take: 20 });
  const names = known.map((entry) => entry.slug).join(', ');
  throw new CommandFailure([
    `no shop "${slug}"${names ? `; there are: ${names}` : '; none is registered yet'}`,
  ]);
}
