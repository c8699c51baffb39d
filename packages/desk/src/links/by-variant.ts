import type { ListedLinkProposal } from './list-link-proposals';

const SIZES = new Intl.Collator('en', { numeric: true });

/** Pairs of two products in reading order: the best first, and of equal ones by size, 9 before 10. */
export function byVariant(pairs: readonly ListedLinkProposal[]): ListedLinkProposal[] {
  const called = ({ a }: ListedLinkProposal) => `${a.size} ${a.variantTitle ?? ''}`;
  return pairs.toSorted((one, other) => other.score - one.score || SIZES.compare(called(one), called(other)));
}
