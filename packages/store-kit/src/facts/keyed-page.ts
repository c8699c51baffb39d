import { refuse } from '../refuse';
import type { CataloguePage, CatalogueProduct } from './catalogue';

/**
 * A page of products that a platform gives in the order of their ids: the same products under the same cursor, whatever was listed or
 * sold meanwhile, because a cursor is the id of the last product before the page.
 *
 * @param key what an id looks like; any other cursor is refused
 * @param read at most this many, with ids after `after`, in their order; null: from the first on
 */
export async function keyedPage(
  { limit, cursor }: { limit: number; cursor: string | null },
  key: RegExp,
  read: (after: string | null, take: number) => Promise<readonly CatalogueProduct[]>,
): Promise<CataloguePage> {
  if (cursor !== null && !key.test(cursor)) throw refuse.invalidRequest('cursor', 'is none of this store');
  const found = await read(cursor, limit + 1);
  const products = found.slice(0, limit);
  return { products, nextCursor: found.length > limit ? (products.at(-1)?.productId ?? null) : null };
}
