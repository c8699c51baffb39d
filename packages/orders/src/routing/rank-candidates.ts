import type { VariantKey } from '@hub/stock';
import { compareCodePoints } from '../compare-code-points';
import type { Criteria, Criterion } from './criteria';
import { distanceKm, type Coordinates } from './distance';
import type { LocatedStock } from './routing-facts';

/** The figures of a shop that could ship a line, by which it is ranked (D19). */
export interface RankingFigures {
  /** Left after earlier lines of the same order. */
  freeStock: number;
  /** To the nearest location that holds the stock; null: the order or the shop gives no coordinates. */
  distanceKm: number | null;
  /** It is in the country of the destination; null: not known. */
  sameCountry: boolean | null;
  /** Shipping orders open at it for each one that it ships in a day; null: not known. */
  load: number | null;
  /** Its `POST /orders` is held, or its circuit open for long. */
  suspended: boolean;
  /** Has reached its `orders_per_day`: it is not full for an order of which it ships another line. */
  full: boolean;
}

/** A shop that could ship a line, with the figures it is ranked by (D19). */
export interface RankedShop extends VariantKey, RankingFigures {
  /** Already has a parcel of this order. */
  alreadyChosen: boolean;
}

/**
 * D19's order, the best first. Full shops come after all others and suspended ones last, in the same order among
 * themselves: by the criteria, then by shop id. A total order, so that the order of candidates does not matter.
 */
export function rankCandidates<Shop extends RankedShop>(shops: readonly Shop[], criteria: Criteria): Shop[] {
  return shops.toSorted((a, b) => {
    const byRank = rankOf(a) - rankOf(b);
    if (byRank !== 0) return byRank;
    for (const criterion of criteria) {
      const [one, other] = [valueOf(criterion, a), valueOf(criterion, b)];
      // Unlike a difference, also right for two infinities.
      if (one !== other) return one < other ? -1 : 1;
    }
    return a.shopId - b.shopId || compareCodePoints(a.variantId, b.variantId);
  });
}

const RANKS = { first: 0, second: 1, last: 2 };

/** The rank that comes before all criteria of a policy (D19). */
export function rankOf({
  suspended,
  full,
  alreadyChosen,
}: Pick<RankedShop, 'suspended' | 'full' | 'alreadyChosen'>): number {
  if (suspended) return RANKS.last;
  return full && !alreadyChosen ? RANKS.second : RANKS.first;
}

/** A shop's figure by a criterion: the lower one comes first. */
export function valueOf(criterion: Criterion, shop: RankedShop): number {
  switch (criterion.by) {
    case 'distance_band':
      return shop.distanceKm === null ? Infinity : Math.floor(shop.distanceKm / criterion.km);
    case 'same_parcel':
      return shop.alreadyChosen ? 0 : 1;
    case 'free_stock':
      return -shop.freeStock;
    case 'distance':
      return shop.distanceKm ?? Infinity;
    case 'same_country':
      return shop.sameCountry === true ? 0 : 1;
    case 'load':
      return shop.load ?? Infinity;
  }
}

/**
 * Kilometres from the customer to the shop's nearest location that holds the stock: the whole line if there is such a
 * location, as a line is never split, otherwise any of it.
 * @returns null if the order gives no coordinates, or no location with stock does
 */
export function distanceToStock(
  customer: Coordinates | null,
  stock: readonly LocatedStock[],
  quantity: number,
): number | null {
  if (!customer) return null;
  const whole = stock.filter((location) => location.quantity >= quantity);
  const holding = whole.length > 0 ? whole : stock.filter((location) => location.quantity > 0);
  if (holding.length === 0) return null;
  return Math.min(...holding.map((location) => distanceKm(customer, location)));
}
