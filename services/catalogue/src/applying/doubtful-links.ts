import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun } from '../run';
import { haveWordInCommon } from './have-word-in-common';
import { planForFewRows, planForSets } from './plan-for-sets';

type RunOfShop = Pick<CatalogueRun, 'id' | 'shopId' | 'slug'>;

/** Variants whose pairs are compared at once: nothing of a whole catalogue passes through memory. */
const BATCH = 100;

/**
 * Notes which variants the run links by barcode, or links to another article, in `run_linked`, before it writes them.
 */
export async function noteNewLinks(
  tx: Tx,
  { id, shopId }: Pick<CatalogueRun, 'id' | 'shopId'>,
): Promise<void> {
  await tx.$executeRaw`CREATE TEMPORARY TABLE run_linked (variant_id text PRIMARY KEY) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO run_linked (variant_id)
    SELECT s.variant_id FROM staged_variant s
    LEFT JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = s.variant_id
    LEFT JOIN article_link l ON l.shop_id = ${shopId} AND l.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND s.gtin IS NOT NULL AND v.gtin IS DISTINCT FROM s.gtin AND l.variant_id IS NULL`;
}

const Alerted = z.object({ variantId: z.string(), subject: z.string() });

/**
 * Raises an alert for each variant that the run links by barcode to a variant with whose texts it has no word in common
 * (D14), in the transaction that links it, so before its first sale. Closes those that agree, or are not linked any more.
 */
export async function reportDoubtfulLinks(tx: Tx, run: RunOfShop): Promise<void> {
  const alerted = await rows(
    Alerted,
    tx.$queryRaw`
    SELECT detail ->> 'variantId' AS "variantId", subject FROM alert
    WHERE kind = 'doubtful_link' AND shop_id = ${run.shopId} AND state <> 'resolved'`,
  );
  await planForFewRows(tx);
  const still = await findDoubtful(
    tx,
    run.shopId,
    alerted.map(({ variantId }) => variantId),
  );
  await resolveAlerts(
    tx,
    'doubtful_link',
    alerted.flatMap(({ variantId, subject }) => (still.has(variantId) ? [] : subject)),
  );
  const known = new Set(alerted.map(({ variantId }) => variantId));
  for (let after: string | null = ''; after !== null;) {
    const variantIds = await newlyLinked(tx, after);
    const doubtful = await findDoubtful(tx, run.shopId, variantIds);
    await raise(
      tx,
      run,
      [...doubtful].filter(([variantId]) => !known.has(variantId)),
    );
    after = variantIds.length < BATCH ? null : (variantIds.at(-1) ?? null);
  }
  await planForSets(tx);
}

async function newlyLinked(tx: Tx, after: string): Promise<string[]> {
  const found = await rows(
    z.object({ variantId: z.string() }),
    tx.$queryRaw`
    SELECT variant_id AS "variantId" FROM run_linked WHERE variant_id > ${after} ORDER BY variant_id LIMIT ${BATCH}`,
  );
  return found.map(({ variantId }) => variantId);
}

const Texts = z.object({
  brand: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  size: z.string(),
});
const Pair = z.object({ variantId: z.string(), other: z.string(), own: Texts, others: Texts });

/**
 * The doubtful ones of some variants, each with one that it is linked to, as text. Pairs of one brand that is a word are
 * not read: most are. An article's variants are read by `gtin` alone: asked for the active ones as well, PostgreSQL may
 * read the whole of `variant_one_per_article` for each of them, whose first column is the shop.
 */
async function findDoubtful(
  tx: Tx,
  shopId: number,
  variantIds: readonly string[],
): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map();
  const pairs = await rows(
    Pair,
    tx.$queryRaw`
    SELECT v.variant_id AS "variantId", o.variant_id || ' of ' || s.slug AS other,
      jsonb_build_object('brand', p.brand, 'title', p.title, 'variantTitle', v.title, 'size', v.size) AS own,
      jsonb_build_object('brand', q.brand, 'title', q.title, 'variantTitle', o.title, 'size', o.size) AS others
    FROM unnest(${[...variantIds]}::text[]) AS n (variant_id)
    CROSS JOIN LATERAL (SELECT * FROM variant v
      WHERE v.shop_id = ${shopId} AND v.variant_id = n.variant_id AND v.state = 'active' OFFSET 0) v
    CROSS JOIN LATERAL (SELECT * FROM product p
      WHERE p.shop_id = ${shopId} AND p.product_id = v.product_id OFFSET 0) p
    CROSS JOIN LATERAL (SELECT * FROM variant o WHERE o.gtin = v.gtin OFFSET 0) o
    CROSS JOIN LATERAL (SELECT * FROM product q
      WHERE q.shop_id = o.shop_id AND q.product_id = o.product_id OFFSET 0) q
    CROSS JOIN LATERAL (SELECT slug FROM shop s WHERE s.id = o.shop_id OFFSET 0) s
    WHERE o.shop_id <> ${shopId} AND o.state = 'active'
      AND NOT (lower(p.brand) = lower(q.brand) AND p.brand ~ '^[A-Za-z]{3,}$')
    ORDER BY v.variant_id, o.shop_id, o.variant_id`,
  );
  return new Map(
    pairs
      .filter(({ own, others }) => !haveWordInCommon(own, others))
      .map(({ variantId, other }) => [variantId, other]),
  );
}

async function raise(
  tx: Tx,
  { shopId, slug }: RunOfShop,
  doubtful: readonly (readonly [variantId: string, other: string])[],
): Promise<void> {
  await raiseAlerts(
    tx,
    doubtful.map(([variantId, other]) => ({
      kind: 'doubtful_link',
      subject: `variant:${slug}/${variantId}`,
      shopId,
      message: `Variant ${variantId} of ${slug} has the barcode of variant ${other}, but their brands, titles and sizes have no word in common.`,
      detail: { variantId, other },
    })),
  );
}
