import { setImmediate } from 'node:timers/promises';
import { rows, type Tx } from '@hub/database';
import { featuresOf } from '@hub/matching';
import { z } from 'zod';
import { keep, RULES } from './kept-features';
import { keysOf } from './listing-keys';
import { takeBack } from './proposal-records';

/** Of one product so many variants are compared, by their ids; more are in no honest catalogue (D36). */
const COMPARED_VARIANTS = 250;
/** Variants listed per transaction. */
const VARIANTS_AT_ONCE = 2_500;
const COMPARED = `$[0 to ${COMPARED_VARIANTS - 1}]`;

const Changed = z.object({
  productId: z.string(),
  digest: z.string(),
  title: z.string(),
  brand: z.string(),
  variants: z.array(
    z.object({
      variantId: z.string(),
      variantTitle: z.string().nullable(),
      size: z.string(),
      sku: z.string().nullable(),
    }),
  ),
});

/**
 * Lists a shop's products that are new, or whose compared fields changed, so that searches find them and they are
 * searched for next. A product without variants is taken off the list.
 * @param atMost products
 * @returns how many were listed again or taken off; 0: the list matches the catalogue
 */
export async function listProducts(tx: Tx, shopId: number, atMost: number): Promise<number> {
  const gone = await takeOffGone(tx, shopId, atMost);
  const changed = await findChanged(tx, shopId, atMost);
  if (changed.length === 0) return gone;
  const listed: ReturnType<typeof listingOf>[] = [];
  for (const product of changed) {
    listed.push(listingOf(product));
    // The worker's other work runs in between.
    await setImmediate();
  }
  const ids = listed.map(({ productId }) => productId);
  await tx.$executeRaw`DELETE FROM listing_key WHERE shop_id = ${shopId} AND product_id = ANY (${ids}::text[])`;
  const keys = listed.flatMap(({ productId, keys: all }) => all.map((key) => ({ key, productId })));
  await tx.$executeRaw`
    INSERT INTO listing_key (key, shop_id, product_id)
    SELECT k.key, ${shopId}, k.product_id
    FROM unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ productId }) => productId)}::text[]) AS k (key, product_id)`;
  await tx.$executeRaw`
    INSERT INTO listed_product (shop_id, product_id, digest, variants)
    SELECT ${shopId}, p.* FROM unnest(${ids}::text[], ${listed.map(({ digest }) => digest)}::uuid[],
      ${listed.map(({ variants }) => JSON.stringify(variants))}::jsonb[]) AS p
    ON CONFLICT (shop_id, product_id) DO UPDATE
      SET digest = excluded.digest, variants = excluded.variants, searched = false`;
  return gone + changed.length;
}

function listingOf({ productId, digest, title, brand, variants }: z.output<typeof Changed>) {
  const features = variants.map((one) => ({ ...one, features: featuresOf({ title, brand, ...one }) }));
  return {
    productId,
    digest,
    variants: features.map((one) => keep(one.variantId, one.features)),
    keys: keysOf(features.map((one) => one.features)),
  };
}

/** What is compared, and whether a variant is linked: one that no longer is linked is searched for again. */
function findChanged(tx: Tx, shopId: number, atMost: number): Promise<z.output<typeof Changed>[]> {
  return rows(
    Changed,
    tx.$queryRaw`
    SELECT c.product_id AS "productId", c.digest, c.title, c.brand, c.variants
    FROM (
      SELECT n.*, sum(jsonb_array_length(n.variants)) OVER (ORDER BY n.product_id) AS variants_so_far
      FROM (
        SELECT p.product_id, p.title, p.brand,
          md5(concat_ws(E'\\x1f', ${RULES}::int, p.title, p.brand, string_agg(
            ROW (v.variant_id, v.title, v.size, v.sku, v.gtin IS NULL)::text, E'\\x1e' ORDER BY v.variant_id)))::uuid AS digest,
          jsonb_path_query_array(
            jsonb_agg(jsonb_build_object('variantId', v.variant_id, 'variantTitle', v.title, 'size', v.size, 'sku', v.sku)
              ORDER BY v.variant_id),
            ${COMPARED}::jsonpath) AS variants
        FROM variant v JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
        WHERE v.shop_id = ${shopId} AND v.state = 'active'
        GROUP BY p.shop_id, p.product_id
      ) n
      LEFT JOIN listed_product l ON l.shop_id = ${shopId} AND l.product_id = n.product_id
      WHERE l.digest IS DISTINCT FROM n.digest
      ORDER BY n.product_id LIMIT ${atMost}
    ) c
    WHERE c.variants_so_far <= ${VARIANTS_AT_ONCE}
    ORDER BY c.product_id`,
  );
}

const Gone = z.object({ productId: z.string() });

/** With their proposals. */
async function takeOffGone(tx: Tx, shopId: number, atMost: number): Promise<number> {
  const gone = await rows(
    Gone,
    tx.$queryRaw`
    WITH gone AS (
      DELETE FROM listed_product WHERE shop_id = ${shopId} AND product_id IN (
        SELECT l.product_id FROM listed_product l
        WHERE l.shop_id = ${shopId} AND NOT EXISTS (
          SELECT FROM variant v WHERE v.shop_id = l.shop_id AND v.product_id = l.product_id AND v.state = 'active')
        LIMIT ${atMost})
      RETURNING product_id
    ), keys AS (
      DELETE FROM listing_key k USING gone g WHERE k.shop_id = ${shopId} AND k.product_id = g.product_id
    )
    SELECT product_id AS "productId" FROM gone`,
  );
  await takeBack(
    tx,
    shopId,
    gone.map(({ productId }) => productId),
  );
  return gone.length;
}
