import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { KeptVariant, revive, type ListedVariant } from './kept-features';

/**
 * How many products a key may find: a key of more products says little. Then those of the shops that joined first
 * count.
 */
const PRODUCTS_OF_KEY = 300;
/** How many products are compared with one. */
const MOST_COMPARED = 40;
/** Of the same shop: a match that also fits one of them is uncertain. */
const MOST_RIVALS = 12;

export interface ListedProduct {
  shopId: number;
  productId: string;
  variants: readonly ListedVariant[];
}

/** A product, and what its keys find: in other shops, and in its own. The most keys in common come first. */
export interface Found {
  product: ListedProduct;
  others: readonly ListedProduct[];
  rivals: readonly ListedProduct[];
}

export interface Asked {
  product: ListedProduct;
  keys: readonly string[];
}

const FoundRow = z.object({ at: z.int(), shopId: z.int(), productId: z.string(), isRival: z.boolean() });
const ProductRow = z.object({ shopId: z.int(), productId: z.string(), variants: z.array(KeptVariant) });

/**
 * Finds for each product of a shop those that share keys with it. The work for each is bounded, whatever the size of
 * the network.
 */
export async function findCandidates(tx: Tx, shopId: number, asked: readonly Asked[]): Promise<Found[]> {
  const keys = asked.flatMap(({ keys: all }, at) => all.map((key) => ({ at, key })));
  const found = await rows(
    FoundRow,
    tx.$queryRaw`
    SELECT at, shop_id AS "shopId", product_id AS "productId", shop_id = ${shopId} AS "isRival"
    FROM (
      SELECT a.at, k.shop_id, k.product_id,
        row_number() OVER (PARTITION BY a.at, k.shop_id = ${shopId} ORDER BY count(*) DESC, k.shop_id, k.product_id) AS place
      FROM unnest(${keys.map(({ at }) => at)}::int[], ${keys.map(({ key }) => key)}::text[]) AS a (at, key)
      CROSS JOIN LATERAL (
        (SELECT shop_id, product_id FROM listing_key WHERE key = a.key AND shop_id = ${shopId}
          ORDER BY product_id LIMIT ${PRODUCTS_OF_KEY})
        UNION ALL
        (SELECT shop_id, product_id FROM listing_key WHERE key = a.key AND shop_id <> ${shopId}
          ORDER BY shop_id, product_id LIMIT ${PRODUCTS_OF_KEY})
      ) k
      WHERE NOT EXISTS (SELECT FROM shop s WHERE s.id = k.shop_id AND s.removed_at IS NOT NULL)
      GROUP BY a.at, k.shop_id, k.product_id
    ) f
    WHERE place <= CASE WHEN shop_id = ${shopId} THEN ${MOST_RIVALS}::int ELSE ${MOST_COMPARED}::int END
    ORDER BY at, place`,
  );
  const known = await readProducts(tx, found);
  const productsOf = (at: number, isRival: boolean, own: ListedProduct) =>
    found
      .filter((row) => row.at === at && row.isRival === isRival && !isSame(row, own))
      .flatMap((row) => known.get(nameOf(row)) ?? []);
  return asked.map(({ product }, at) => ({
    product,
    others: productsOf(at, false, product),
    rivals: productsOf(at, true, product),
  }));
}

interface Named {
  shopId: number;
  productId: string;
}

export const nameOf = ({ shopId, productId }: Named): string => `${shopId}/${productId}`;
const isSame = (one: Named, other: Named): boolean => nameOf(one) === nameOf(other);

/** Products as they are listed, by `nameOf`. */
export async function readProducts(
  tx: Tx,
  named: readonly Named[],
): Promise<ReadonlyMap<string, ListedProduct>> {
  const sought = [...new Map(named.map((one) => [nameOf(one), one])).values()];
  const found = await rows(
    ProductRow,
    tx.$queryRaw`
    SELECT l.shop_id AS "shopId", l.product_id AS "productId", l.variants
    FROM unnest(${sought.map(({ shopId }) => shopId)}::int[], ${sought.map(({ productId }) => productId)}::text[]) AS w (shop_id, product_id)
    JOIN listed_product l ON l.shop_id = w.shop_id AND l.product_id = w.product_id`,
  );
  return new Map(found.map((row) => [nameOf(row), { ...row, variants: row.variants.map(revive) }]));
}
