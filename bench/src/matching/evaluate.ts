import {
  countText,
  evidenceOf,
  featuresOf,
  propose,
  trapsOf,
  wordWeights,
  type Candidate,
  type Evidence,
  type Features,
  type Proposal,
} from '@hub/matching';
import type { Offered, OfferedToo } from './second-catalogue';

/** A proposal for one of the second shop's variants, and whether it is right. */
export interface Judged {
  offered: OfferedToo;
  proposal: Proposal<string>;
  found: Offered;
  isRight: boolean;
}

export interface Evaluation {
  judged: Judged[];
  /** Every pair without a near miss that was compared, proposed or not. */
  pairs: { evidence: Evidence; isRight: boolean }[];
  /** Variants of the second shop whose article the first has. */
  toFind: number;
}

/** Listings of one shop that have a word in common with another's are compared: by their rarest words. */
const RAREST = 4;
const MOST_RIVALS = 60;

/** Searches for each variant of the second shop among those of the first, as for a shop that joins. */
export function evaluate(first: readonly Offered[], second: readonly OfferedToo[]): Evaluation {
  const ours = first.map(({ id, listing }) => ({ id, shopId: 1, features: featuresOf(listing) }));
  const theirs = second.map(({ listing }) => featuresOf(listing));
  const { counts, products } = countText([
    ...ours.map(({ features }) => features.words),
    ...theirs.map(({ words }) => words),
  ]);
  const weights = wordWeights(counts, products);
  const [findOurs, findTheirs] = [
    finder(ours, ({ features }) => features, counts),
    finder(theirs, (features) => features, counts),
  ];
  const listings = new Map(first.map((one) => [one.id, one]));
  const pairs: Evaluation['pairs'] = [];
  const judged = second.flatMap((offered, at): Judged[] => {
    const features = theirs[at];
    if (!features) return [];
    const candidates: Candidate<string>[] = findOurs(features);
    for (const one of candidates.filter((other) => trapsOf(features, other.features).length === 0))
      pairs.push({ evidence: evidenceOf(features, one.features, weights), isRight: one.id === offered.of });
    const rivals = findTheirs(features)
      .filter((other) => other !== features)
      .slice(0, MOST_RIVALS);
    return propose(features, candidates, { rivals, weights }).flatMap((proposal) => {
      const found = listings.get(proposal.id);
      return found ? [{ offered, proposal, found, isRight: proposal.id === offered.of }] : [];
    });
  });
  return { judged, pairs, toFind: second.filter(({ of }) => of !== null).length };
}

function finder<T>(
  all: readonly T[],
  of: (one: T) => Features,
  counts: ReadonlyMap<string, number>,
): (features: Features) => T[] {
  const byWord = new Map<string, T[]>();
  for (const one of all)
    for (const word of of(one).words) byWord.set(word, [...(byWord.get(word) ?? []), one]);
  return ({ words }) => {
    const rarest = [...words]
      .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
      .slice(0, RAREST);
    return [...new Set(rarest.flatMap((word) => byWord.get(word) ?? []))];
  };
}
