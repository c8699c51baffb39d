import { evidenceOf, type Evidence } from './evidence';
import type { Features } from './listing';
import { scoreOf } from './score';
import { isTrapped } from './traps';
import type { WordWeights } from './word-weights';

/** A listing with the caller's key. */
export interface Candidate<Id> {
  id: Id;
  /** The owner: only other listings of the same shop are its rivals. */
  shopId: number;
  features: Features;
}

/** `sure`: at least 98 of 100 are right, and nothing else comes near, on either side. `likely`: look at it. `possible`: look closely. */
export type Confidence = 'sure' | 'likely' | 'possible';

export interface Proposal<Id> {
  id: Id;
  /** Probability that it is the same article (`score.ts`). */
  score: number;
  confidence: Confidence;
  evidence: Evidence;
}

const SURE = 0.95;
const LIKELY = 0.7;
const POSSIBLE = 0.3;
/** A rival is near if its score is not this much lower. */
const NEAR = 0.25;
const MOST = 5;

/**
 * The listings that may be the same article as one, best first.
 * @param given.rivals other listings of the same shop as `one`: what fits one of them as well is never sure
 * @param given.most the maximum, five by default
 */
export function propose<Id>(
  one: Features,
  candidates: readonly Candidate<Id>[],
  given: { rivals: readonly Features[]; weights: WordWeights; most?: number },
): Proposal<Id>[] {
  const { rivals, weights, most = MOST } = given;
  const scored = candidates
    .filter(({ features }) => !isTrapped(one, features))
    .map((candidate) => ({ ...candidate, ...judge(one, candidate.features, weights) }))
    .filter(({ score }) => score >= POSSIBLE)
    .toSorted((a, b) => b.score - a.score);
  const bestOf = bestTwoOfShops(scored);
  return scored.slice(0, most).map(({ id, shopId, features, score, evidence }) => {
    // Evaluated only for what would be sure otherwise: each of many proposals is not compared with each of many rivals.
    const isContested = () =>
      bestOf.get(shopId)?.some((other) => other.id !== id && other.score > score - NEAR) === true ||
      rivals.some(
        (rival) => !isTrapped(rival, features) && judge(rival, features, weights).score > score - NEAR,
      );
    return { id, score, evidence, confidence: confidenceOf({ score, evidence }, isContested) };
  });
}

/** The two best of each shop: one that is contested is contested by one of them. */
function bestTwoOfShops<Id>(
  scored: readonly (Pick<Candidate<Id>, 'id' | 'shopId'> & { score: number })[],
): ReadonlyMap<number, { id: Id; score: number }[]> {
  const best = new Map<number, { id: Id; score: number }[]>();
  for (const { id, shopId, score } of scored) {
    const known = best.get(shopId);
    if (!known) best.set(shopId, [{ id, score }]);
    else if (known.length < 2) known.push({ id, score });
  }
  return best;
}

type Judgement = Pick<Proposal<unknown>, 'score' | 'evidence'>;

function judge(one: Features, other: Features, weights: WordWeights): Judgement {
  const evidence = evidenceOf(one, other, weights);
  return { evidence, score: scoreOf(evidence) };
}

/** A colour or a model that only one side names may distinguish two articles: such a pair is never sure. */
function confidenceOf({ score, evidence }: Judgement, isContested: () => boolean): Confidence {
  const isSaidByBoth = evidence.coloursUnsaid === 0 && evidence.numbersUnsaid === 0;
  if (score >= SURE && isSaidByBoth && !isContested()) return 'sure';
  return score >= LIKELY ? 'likely' : 'possible';
}
