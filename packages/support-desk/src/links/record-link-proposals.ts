import { randomUUID } from 'node:crypto';
import type { Tx } from '@hub/database';
import type { LinkEvidence } from './describe-evidence';

interface ProposedVariant {
  shopId: number;
  variantId: string;
  productId: string;
}

/** A pair that may be one article, with what `propose` of `@hub/matching` says of it. */
export interface NewLinkProposal {
  variants: readonly [ProposedVariant, ProposedVariant];
  score: number;
  confidence: 'sure' | 'likely' | 'possible';
  evidence: LinkEvidence;
}

/**
 * Keeps proposals for people to decide, each pair once: one that is still undecided has its score and evidence renewed,
 * one that was decided stays as it is.
 * @returns how many are new or renewed
 */
export async function recordLinkProposals(
  tx: Tx,
  proposals: readonly NewLinkProposal[],
  now: Date,
): Promise<number> {
  const pairs = proposals.map(({ variants, ...rest }) => {
    const [a, b] = variants[0].shopId < variants[1].shopId ? variants : [variants[1], variants[0]];
    return { id: randomUUID(), a, b, ...rest };
  });
  return tx.$executeRaw`
    INSERT INTO link_proposal (id, shop_a, variant_a, product_a, shop_b, variant_b, product_b, score, confidence, evidence, made_at)
    SELECT p.*, ${now}::timestamptz FROM unnest(
      ${pairs.map(({ id }) => id)}::uuid[],
      ${pairs.map(({ a }) => a.shopId)}::int[], ${pairs.map(({ a }) => a.variantId)}::text[],
      ${pairs.map(({ a }) => a.productId)}::text[],
      ${pairs.map(({ b }) => b.shopId)}::int[], ${pairs.map(({ b }) => b.variantId)}::text[],
      ${pairs.map(({ b }) => b.productId)}::text[],
      ${pairs.map(({ score }) => score)}::float8[], ${pairs.map(({ confidence }) => confidence)}::text[],
      ${pairs.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[]) AS p
    ORDER BY 2, 3, 5, 6
    ON CONFLICT (shop_a, variant_a, shop_b, variant_b) DO UPDATE SET product_a = excluded.product_a,
      product_b = excluded.product_b, score = excluded.score, confidence = excluded.confidence,
      evidence = excluded.evidence, made_at = excluded.made_at
    WHERE link_proposal.state IN ('open', 'agreed')`;
}
