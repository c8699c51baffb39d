import type { Desk } from '../desk';
import { PageError } from './page-error';

/** The id of the shop in a list's filter; undefined: any shop. Throws `PageError` if there is no such shop. */
export async function shopOfFilter({ db }: Desk, slug: string | undefined): Promise<number | undefined> {
  if (slug === undefined) return undefined;
  const shop = await db.shop.findUnique({ where: { slug }, select: { id: true } });
  if (!shop) throw new PageError(404, 'There is no such shop.');
  return shop.id;
}
