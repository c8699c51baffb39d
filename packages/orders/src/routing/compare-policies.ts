import { effective, type Criteria, type CriterionName } from './criteria';
import type { DecisionDetail } from './decision-detail';
import { rankOf, valueOf, type RankedShop } from './rank-candidates';
import { replayDecision, type ReplayedLine } from './replay-decision';
import type { RoutingPolicy } from './routing-facts';

/**
 * What a line goes to another shop for: the first criterion by which the two differ, `rank` (suspended or full), the
 * shop's id, or `stock` that an earlier line of the order takes or leaves. Names are stable: stored, and shown.
 */
export type WhyElsewhere = CriterionName | 'rank' | 'shop_id' | 'stock';

/** A line under two policies. */
export interface ComparedLine {
  lineItemId: string;
  /** Null: it waits. */
  was: RankedShop | null;
  becomes: RankedShop | null;
  /** Whether the stored figures show for sure what both policies choose. */
  certain: boolean;
  /** Null: it goes to the same shop. */
  why: WhyElsewhere | null;
  /** Under the other policy, the best first. */
  candidates: readonly RankedShop[];
  leftOut: number;
}

/** What two policies choose on the stored figures of a decision (D19). */
export function comparePolicies(
  detail: DecisionDetail,
  policies: {
    other: RoutingPolicy;
    /** Null: what was decided then. */
    against: RoutingPolicy | null;
  },
  countryOf: (shopId: number) => string | null,
): ComparedLine[] {
  const { other, against } = policies;
  const base = against && replayDecision(detail, against, countryOf);
  const criteria = effective(other.criteria, detail.withCoordinates);
  return replayDecision(detail, other, countryOf).map((line, index) => {
    const was = base ? (base[index]?.becomes ?? null) : decidedThen(detail, index);
    const { lineItemId, becomes, candidates, leftOut } = line;
    const certain = line.certain && (base?.[index]?.certain ?? true);
    return { lineItemId, was, becomes, certain, candidates, leftOut, why: whyElsewhere(line, was, criteria) };
  });
}

function decidedThen({ lines }: DecisionDetail, index: number): RankedShop | null {
  const { chosen, candidates = [] } = lines[index] ?? {};
  return (chosen && candidates.find((shop) => isSame(shop, chosen))) ?? null;
}

/** Why a line does not go where it went. @returns null if it does */
export function whyElsewhere(
  { becomes, candidates }: Pick<ReplayedLine, 'becomes' | 'candidates'>,
  was: { shopId: number; variantId: string } | null,
  criteria: Criteria,
): WhyElsewhere | null {
  if (was === null || becomes === null) return was === becomes ? null : 'stock';
  if (isSame(was, becomes)) return null;
  const left = candidates.find((shop) => isSame(shop, was));
  if (!left) return 'stock';
  if (rankOf(left) !== rankOf(becomes)) return 'rank';
  const deciding = criteria.find((criterion) => valueOf(criterion, left) !== valueOf(criterion, becomes));
  return deciding?.by ?? 'shop_id';
}

interface Key {
  shopId: number;
  variantId: string;
}

function isSame(one: Key, other: Key): boolean {
  return one.shopId === other.shopId && one.variantId === other.variantId;
}
