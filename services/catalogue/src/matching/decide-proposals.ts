import { propose, type Candidate, type Proposal, type WordWeights } from '@hub/matching';
import type { Found, ListedProduct } from './find-candidates';
import type { ListedVariant } from './kept-features';

/** A variant of some shop. */
export interface VariantName {
  shopId: number;
  variantId: string;
}

export interface OfferedVariant extends VariantName {
  productId: string;
}

/** The state of an active variant; undefined for one that is retired, or whose shop was removed. */
export type Standing = 'linked' | 'unlinked';

/** An undecided proposal for a variant of the product. */
export interface KnownProposal {
  id: string;
  /** One of its two shops has agreed to it. */
  isAgreed: boolean;
  own: OfferedVariant;
  other: OfferedVariant;
}

export interface MatchingFacts {
  weights: WordWeights;
  standingOf: (variant: VariantName) => Standing | undefined;
  /** Of this product. */
  known: readonly KnownProposal[];
  /** As it is listed; undefined: no longer. */
  otherOf: (known: KnownProposal) => ListedVariant | undefined;
}

/** With how many variants of other shops, and of its own, one is compared: those of the most similar products (D36). */
const MOST_CANDIDATES = 400;
const MOST_RIVALS = 250;

type Judged = Pick<Proposal<unknown>, 'score' | 'confidence' | 'evidence'>;

export interface NewPair extends Judged {
  own: OfferedVariant;
  other: OfferedVariant;
}

export interface DecidedProposals {
  made: NewPair[];
  renewed: (Judged & { id: string })[];
  /** Ids of those that no evidence supports any more. */
  outdated: string[];
}

/**
 * What to propose for a product's variants, and what to take back. An unlinked variant gets its five best. A linked one
 * is offered to every unlinked variant that may be the same: their own shops may have no run that starts a search
 * (decisions/catalogue-and-links.md#searching-for-proposals).
 * @param pause awaited between variants, so that the worker's other work runs in between
 */
export async function decideProposals(
  found: Found,
  facts: MatchingFacts,
  pause: () => Promise<unknown>,
): Promise<DecidedProposals> {
  const decided: DecidedProposals = { made: [], renewed: [], outdated: [] };
  for (const variant of found.product.variants) {
    await pause();
    const proposals = proposalsFor(variant, found, facts);
    const own = { ...found.product, variantId: variant.variantId };
    for (const { id: other, score, confidence, evidence } of proposals) {
      const known = facts.known.find((one) => isSame(one.own, own) && isSame(one.other, other));
      if (known) decided.renewed.push({ id: known.id, score, confidence, evidence });
      else {
        const { shopId, productId, variantId } = own;
        decided.made.push({ own: { shopId, productId, variantId }, other, score, confidence, evidence });
      }
    }
  }
  const kept = new Set(decided.renewed.map(({ id }) => id));
  decided.outdated = facts.known
    .filter((one) => !kept.has(one.id) && isOutdated(one, found.product, facts))
    .map(({ id }) => id);
  return decided;
}

function proposalsFor(
  variant: ListedVariant,
  { product, others, rivals }: Found,
  { weights, standingOf }: MatchingFacts,
): Proposal<OfferedVariant>[] {
  const { shopId } = product;
  const standing = standingOf({ shopId, variantId: variant.variantId });
  if (standing === undefined) return [];
  const candidates = others
    .flatMap(candidatesOf)
    .filter(({ id }) => {
      const there = standingOf(id);
      return there === 'unlinked' || (there === 'linked' && standing === 'unlinked');
    })
    .slice(0, MOST_CANDIDATES);
  const beside = [
    ...product.variants.filter((one) => one !== variant),
    ...rivals.flatMap((one) => one.variants),
  ];
  const given = { weights, rivals: beside.slice(0, MOST_RIVALS).map(({ features }) => features) };
  return propose(
    variant.features,
    candidates,
    standing === 'linked' ? { ...given, most: candidates.length } : given,
  );
}

const candidatesOf = ({ shopId, productId, variants }: ListedProduct): Candidate<OfferedVariant>[] =>
  variants.map(({ variantId, features }) => ({ id: { shopId, productId, variantId }, shopId, features }));

/** What a shop has agreed to is taken back only where it can no longer take effect. */
function isOutdated(
  known: KnownProposal,
  product: ListedProduct,
  { standingOf, otherOf, weights }: MatchingFacts,
): boolean {
  const standings = [standingOf(known.own), standingOf(known.other)];
  if (standings.includes(undefined) || !standings.includes('unlinked')) return true;
  if (known.isAgreed) return false;
  const own = product.variants.find(({ variantId }) => variantId === known.own.variantId);
  // It now belongs to another product of its shop, and is searched for there.
  if (!own) return true;
  const other = otherOf(known);
  // A product that is not listed yet cannot be judged.
  if (!other) return false;
  const { shopId } = known.other;
  const candidate = { id: known.other, shopId, features: other.features };
  return propose(own.features, [candidate], { rivals: [], weights }).length === 0;
}

const isSame = (one: VariantName, other: VariantName): boolean =>
  one.shopId === other.shopId && one.variantId === other.variantId;
