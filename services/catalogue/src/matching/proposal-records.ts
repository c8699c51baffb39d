import { randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { DecidedProposals, KnownProposal, NewPair, Standing, VariantName } from './decide-proposals';

const KnownRow = z.object({
  id: z.string(),
  isAgreed: z.boolean(),
  shopId: z.int(),
  variantId: z.string(),
  productId: z.string(),
  otherShopId: z.int(),
  otherVariantId: z.string(),
  otherProductId: z.string(),
});

/** Undecided proposals of some of a shop's products, locked. One that is being decided at this moment is skipped. */
export async function lockKnown(
  tx: Tx,
  shopId: number,
  productIds: readonly string[],
): Promise<KnownProposal[]> {
  const ids = [...productIds];
  const found = await rows(
    KnownRow,
    tx.$queryRaw`
    SELECT p.id, p.state = 'agreed' AS "isAgreed", k."shopId", k."variantId", k."productId", k."otherShopId", k."otherVariantId",
      k."otherProductId"
    FROM (
      SELECT id, shop_a AS "shopId", variant_a AS "variantId", product_a AS "productId", shop_b AS "otherShopId",
        variant_b AS "otherVariantId", product_b AS "otherProductId"
      FROM link_proposal WHERE shop_a = ${shopId} AND state IN ('open', 'agreed') AND product_a = ANY (${ids}::text[])
      UNION ALL
      SELECT id, shop_b, variant_b, product_b, shop_a, variant_a, product_a
      FROM link_proposal WHERE shop_b = ${shopId} AND state IN ('open', 'agreed') AND product_b = ANY (${ids}::text[])
    ) k JOIN link_proposal p ON p.id = k.id AND p.state IN ('open', 'agreed')
    FOR UPDATE OF p SKIP LOCKED`,
  );
  return found.map((row) => ({
    id: row.id,
    isAgreed: row.isAgreed,
    own: { shopId: row.shopId, variantId: row.variantId, productId: row.productId },
    other: { shopId: row.otherShopId, variantId: row.otherVariantId, productId: row.otherProductId },
  }));
}

const StandingRow = z.object({ shopId: z.int(), variantId: z.string(), isLinked: z.boolean() });

/** The state of variants, only of active ones. */
export async function readStandings(
  tx: Tx,
  variants: readonly VariantName[],
): Promise<(variant: VariantName) => Standing | undefined> {
  const found = await rows(
    StandingRow,
    tx.$queryRaw`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", v.gtin IS NOT NULL AS "isLinked"
    FROM unnest(${variants.map(({ shopId }) => shopId)}::int[], ${variants.map(({ variantId }) => variantId)}::text[]) AS w (shop_id, variant_id)
    JOIN variant v ON v.shop_id = w.shop_id AND v.variant_id = w.variant_id AND v.state = 'active'`,
  );
  const standings = new Map(
    found.map((row) => [nameOf(row), row.isLinked ? ('linked' as const) : ('unlinked' as const)]),
  );
  return (variant) => standings.get(nameOf(variant));
}

const nameOf = ({ shopId, variantId }: VariantName): string => `${shopId}/${variantId}`;

/**
 * Takes back undecided proposals of products that a shop no longer offers, except those being decided at this moment.
 */
export async function takeBack(tx: Tx, shopId: number, productIds: readonly string[]): Promise<void> {
  const known = await lockKnown(tx, shopId, productIds);
  await remove(
    tx,
    known.map(({ id }) => id),
  );
}

/** Keeps what was decided. An existing pair was decided by people, or is being decided: it stays as it is. */
export async function saveProposals(
  tx: Tx,
  { made, renewed, outdated }: DecidedProposals,
  now: Date,
): Promise<void> {
  await remove(tx, outdated);
  await tx.$executeRaw`
    UPDATE link_proposal p SET score = r.score, confidence = r.confidence, evidence = r.evidence, made_at = ${now}::timestamptz
    FROM unnest(${renewed.map(({ id }) => id)}::uuid[], ${renewed.map(({ score }) => score)}::float8[],
      ${renewed.map(({ confidence }) => confidence)}::text[],
      ${renewed.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[]) AS r (id, score, confidence, evidence)
    WHERE p.id = r.id AND (p.score, p.confidence, p.evidence) IS DISTINCT FROM (r.score, r.confidence, r.evidence)`;
  await insert(tx, made, now);
}

function remove(tx: Tx, ids: readonly string[]): Promise<number> {
  return tx.$executeRaw`DELETE FROM link_proposal WHERE id = ANY (${[...ids]}::uuid[])`;
}

/** In the order of their unique key: two shops that find the same pairs at the same moment never deadlock. */
function insert(tx: Tx, made: readonly NewPair[], now: Date): Promise<number> {
  const pairs = made.map(({ own, other, ...judged }) => {
    const [a, b] = own.shopId < other.shopId ? [own, other] : [other, own];
    return { a, b, ...judged };
  });
  return tx.$executeRaw`
    INSERT INTO link_proposal (id, shop_a, variant_a, product_a, shop_b, variant_b, product_b, score, confidence, evidence, made_at)
    SELECT p.*, ${now}::timestamptz FROM unnest(
      ${pairs.map(() => randomUUID())}::uuid[],
      ${pairs.map(({ a }) => a.shopId)}::int[], ${pairs.map(({ a }) => a.variantId)}::text[],
      ${pairs.map(({ a }) => a.productId)}::text[],
      ${pairs.map(({ b }) => b.shopId)}::int[], ${pairs.map(({ b }) => b.variantId)}::text[],
      ${pairs.map(({ b }) => b.productId)}::text[],
      ${pairs.map(({ score }) => score)}::float8[], ${pairs.map(({ confidence }) => confidence)}::text[],
      ${pairs.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[]) AS p
    ORDER BY 2, 3, 5, 6
    ON CONFLICT (shop_a, variant_a, shop_b, variant_b) DO NOTHING`;
}
