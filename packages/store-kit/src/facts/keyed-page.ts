import { refuse } from '../refuse';
import type { CataloguePage, CatalogueProduct } from './catalogue';

/** A platform's products in the order of a key that never changes: a cursor is the key of the last row before the page. */
export interface KeyedProducts<Row> {
  /** What a key looks like; any other cursor is refused. */
  key: RegExp;
  /** So many rows at the most, with keys behind `after`, in their order; null: from the first on. */
  read(after: string | null, take: number): Promise<readonly Row[]>;
  keyOf(row: Row): string;
  toProduct(row: Row): CatalogueProduct;
}

/** A page of the catalogue: the same rows under the same cursor, whatever was listed or sold meanwhile. */
export async function keyedPage<Row>(
  { limit, cursor }: { limit: number; cursor: string | null },
  products: KeyedProducts<Row>,
): Promise<CataloguePage> {
  if (cursor !== null && !products.key.test(cursor))
    throw refuse.invalidRequest('cursor', 'is none of this store');
  const rows = await products.read(cursor, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? products.keyOf(last) : null;
  return { products: shown.map((row) => products.toProduct(row)), nextCursor };
}
