import { setImmediate } from 'node:timers/promises';
import { rows, type Tx } from '@hub/database';
import { wordWeights } from '@hub/matching';
import { z } from 'zod';
import { decideProposals, type DecidedProposals, type KnownProposal } from './decide-proposals';
import { findCandidates, nameOf, readProducts, type Found, type ListedProduct } from './find-candidates';
import { KeptVariant, revive } from './kept-features';
import { askedKeys } from './listing-keys';
import { lockKnown, readStandings, saveProposals } from './proposal-records';
import type { WordCounts } from './word-counts';

/** Variants searched for per transaction, unless one product alone has more. */
const VARIANTS_AT_ONCE = 100;

const Row = z.object({ productId: z.string(), variants: z.array(KeptVariant) });

/**
 * Searches matches for the next of a shop's products, and keeps the proposals.
 * @param given.atMost products
 * @returns how many were searched for; 0: none is left
 */
export async function searchProducts(
  tx: Tx,
  shopId: number,
  { atMost, counts, now }: { atMost: number; counts: WordCounts; now: number },
): Promise<number> {
  const products = await nextProducts(tx, shopId, atMost);
  if (products.length === 0) return 0;
  const ids = products.map(({ productId }) => productId);
  const known = await lockKnown(tx, shopId, ids);
  const asked = await counts.of(tx, wordsOf(products), now);
  const found = await findCandidates(
    tx,
    shopId,
    products.map((product) => ({ product, keys: askedKeys(featuresOf(product), asked.counts) })),
  );
  const knownProducts = await readProducts(
    tx,
    known.map(({ other }) => other),
  );
  const looked = [...products, ...found.flatMap(({ others }) => others), ...knownProducts.values()];
  const standingOf = await readStandings(tx, [
    ...looked.flatMap(variantsOf),
    ...known.map(({ other }) => other),
  ]);
  const weighed = await counts.of(tx, wordsOf([...looked, ...found.flatMap(({ rivals }) => rivals)]), now);
  const otherOf = ({ other }: KnownProposal) =>
    knownProducts.get(nameOf(other))?.variants.find(({ variantId }) => variantId === other.variantId);
  const facts = { weights: wordWeights(weighed.counts, weighed.products), standingOf, otherOf };
  const decided = await decideEach(found, (product) => ({
    ...facts,
    known: known.filter(({ own }) => own.productId === product.productId),
  }));
  await saveProposals(tx, decided, new Date(now));
  await tx.$executeRaw`
    UPDATE listed_product SET searched = true WHERE shop_id = ${shopId} AND product_id = ANY (${ids}::text[])`;
  return products.length;
}

async function decideEach(
  found: readonly Found[],
  factsOf: (product: ListedProduct) => Parameters<typeof decideProposals>[1],
): Promise<DecidedProposals> {
  const all: DecidedProposals = { made: [], renewed: [], outdated: [] };
  for (const one of found) {
    const { made, renewed, outdated } = await decideProposals(one, factsOf(one.product), setImmediate);
    all.made.push(...made);
    all.renewed.push(...renewed);
    all.outdated.push(...outdated);
  }
  return all;
}

async function nextProducts(tx: Tx, shopId: number, atMost: number): Promise<ListedProduct[]> {
  const found = await rows(
    Row,
    tx.$queryRaw`
    SELECT product_id AS "productId", variants FROM (
      SELECT product_id, variants, row_number() OVER (ORDER BY product_id) AS place,
        sum(jsonb_array_length(variants)) OVER (ORDER BY product_id) AS variants_so_far
      FROM (SELECT product_id, variants FROM listed_product
        WHERE shop_id = ${shopId} AND NOT searched ORDER BY product_id LIMIT ${atMost}) n
    ) l
    WHERE place = 1 OR variants_so_far <= ${VARIANTS_AT_ONCE}
    ORDER BY product_id`,
  );
  return found.map(({ productId, variants }) => ({ shopId, productId, variants: variants.map(revive) }));
}

const featuresOf = ({ variants }: ListedProduct) => variants.map(({ features }) => features);

const variantsOf = ({ shopId, variants }: ListedProduct) =>
  variants.map(({ variantId }) => ({ shopId, variantId }));

function* wordsOf(products: readonly ListedProduct[]): Generator<string> {
  for (const product of products) for (const { words } of featuresOf(product)) yield* words;
}
