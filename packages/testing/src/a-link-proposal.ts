import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';

interface ProposedVariant {
  shopId: number;
  variantId: string;
  productId: string;
}

/** The evidence for a pair with equal texts; SKUs differ. */
const EVIDENCE = {
  words: 1,
  oddWord: 0,
  distinct: 1,
  sizeUnsaid: 0,
  colours: 0,
  coloursUnsaid: 0,
  numbers: 0,
  numbersUnsaid: 0,
  sku: 0,
};

export interface LinkProposalOverrides {
  score?: number;
  confidence?: 'sure' | 'likely' | 'possible';
  madeAt?: Date;
}

/**
 * Two variants of two shops that may be one article, as stored by the catalogue worker's search.
 * @returns the id
 */
export async function aLinkProposal(
  db: Database,
  [one, other]: readonly [ProposedVariant, ProposedVariant],
  { score = 0.97, confidence = 'sure', madeAt = new Date() }: LinkProposalOverrides = {},
): Promise<string> {
  const id = randomUUID();
  const [a, b] = one.shopId < other.shopId ? [one, other] : [other, one];
  const sides = {
    shopA: a.shopId,
    variantA: a.variantId,
    productA: a.productId,
    shopB: b.shopId,
    variantB: b.variantId,
    productB: b.productId,
  };
  await db.linkProposal.create({ data: { id, ...sides, score, confidence, evidence: EVIDENCE, madeAt } });
  return id;
}
