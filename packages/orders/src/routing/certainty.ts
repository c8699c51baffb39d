import type { Criteria, Criterion } from './criteria';
import type { DecisionDetail } from './decision-detail';
import { rankOf, valueOf, type RankedShop } from './rank-candidates';

type DetailLine = DecisionDetail['lines'][number];
type Figures = DetailLine['candidates'][number];

/** Distances are stored to 100 m: the possible error, plus a margin for binary rounding. */
const OFF_KM = 0.05 + 1e-9;

/** The ranking of a line of a stored decision under another policy. */
export interface RankedAgain {
  line: DetailLine;
  /** Those with an effect, of the stored policy and of the other one. */
  criteria: { stored: Criteria; other: Criteria };
  /** The stored shops that could ship it, the best first. */
  ranked: readonly (RankedShop & { lackedStock: boolean })[];
  /** An earlier line of the same article takes its pieces elsewhere. */
  stockMoved: boolean;
}

/**
 * Whether the first in the ranking would certainly be chosen, whatever the exact distances and the figures of the
 * counted-only shops: never a guess.
 */
export function isSurelyBest(again: RankedAgain): boolean {
  const { line, ranked, stockMoved, criteria } = again;
  const [best, ...others] = ranked;
  // A shop that was counted only, for lack of stock, may have what an earlier line leaves it.
  if (stockMoved && (line.counted.ruledOut['not_enough_stock'] ?? 0) > 0) return false;
  if (!best) return line.counted.candidates === 0;
  return (
    others.every((other) => isSurelyBefore(best, other, criteria.other)) &&
    isKnown(best, criteria.other) &&
    isBeforeCounted(again, best)
  );
}

type Shop = RankedAgain['ranked'][number];

/** At worst, over all exact distances: equal where it could be equal. */
function isSurelyBefore(best: Shop, other: Shop, criteria: Criteria): boolean {
  if (rankOf(best) !== rankOf(other)) return rankOf(best) < rankOf(other);
  if (!isKnown(other, criteria)) return false;
  for (const criterion of criteria) {
    const [latest, earliest] = [rangeOf(criterion, best)[1], rangeOf(criterion, other)[0]];
    if (latest !== earliest) return latest < earliest;
  }
  return best.shopId <= other.shopId;
}

/** Older decisions do not store the distance of those that lacked stock, and few the country or the load of a shop. */
function isKnown(shop: Shop, criteria: Criteria): boolean {
  return criteria.every(({ by }) => {
    if (by === 'same_country') return shop.sameCountry !== null;
    if (by === 'load') return shop.load !== null;
    const isOfDistance = by === 'distance_band' || by === 'distance';
    return !isOfDistance || !shop.lackedStock || shop.distanceKm !== null;
  });
}

/** The counted-only shops ranked after the last stored one: by its first criterion none of them is before it. */
function isBeforeCounted({ line, criteria, stockMoved }: RankedAgain, best: RankedShop): boolean {
  const last = line.candidates.at(-1);
  if (line.counted.candidates === 0 || !last) return true;
  // A full shop that is counted only is not full for a line where an earlier one goes there.
  if (best.full || last.full) return false;
  if (best.suspended !== last.suspended) return last.suspended;
  const [stored, other] = [criteria.stored[0], criteria.other[0]];
  if (!stored || !other) return false;
  switch (other.by) {
    case 'distance_band':
      return rangeOf(other, best)[1] < Math.floor(nearestAfter(last, stored) / other.km);
    case 'distance':
      return rangeOf(other, best)[1] < nearestAfter(last, stored);
    case 'free_stock':
      return stored.by === 'free_stock' && !stockMoved && best.freeStock > last.freeStock;
    case 'same_country':
      return stored.by === 'same_country' && best.sameCountry === true && last.sameCountry === false;
    case 'load':
      return stored.by === 'load' && best.load !== null && best.load < (last.load ?? 0);
    // One that is counted only may be the shop that an earlier line goes to now.
    case 'same_parcel':
      return false;
  }
}

/** The minimum distance of any shop ranked after it, in kilometres. */
function nearestAfter(last: Figures, stored: Criterion): number {
  if (stored.by !== 'distance_band' && stored.by !== 'distance') return 0;
  if (last.distanceKm === null) return Infinity;
  const [earliest] = rangeOf(stored, last);
  return stored.by === 'distance_band' ? earliest * stored.km : Math.max(0, earliest);
}

/** The first and the last figure that its exact distance may give. */
function rangeOf(criterion: Criterion, shop: RankedShop): [number, number] {
  const { distanceKm } = shop;
  const isOfDistance = criterion.by === 'distance_band' || criterion.by === 'distance';
  if (!isOfDistance || distanceKm === null) {
    const value = valueOf(criterion, shop);
    return [value, value];
  }
  const at = (km: number) => valueOf(criterion, { ...shop, distanceKm: km });
  return [at(Math.max(0, distanceKm - OFF_KM)), at(distanceKm + OFF_KM)];
}
