import type { VariantKey } from '@hub/stock';
import { compareCodePoints } from '../compare-code-points';
import { distanceKm, type Coordinates } from './distance';
import type { LocatedStock } from './routing-facts';

/** A shop that could ship a line, with the figures it is ranked by (D19). */
export interface RankedShop extends VariantKey {
  /** Left after earlier lines of the same order. */
  freeStock: number;
  /** To the nearest location that holds the stock; null: the order or the shop gives no coordinates. */
  distanceKm: number | null;
  /** Already has a parcel of this order. */
  alreadyChosen: boolean;
  /** Its `POST /orders` is held, or its circuit open for long. */
  suspended: boolean;
  /** Has reached its `orders_per_day`: it is not full for an order of which it ships another line. */
  full: boolean;
}

/**
 * D19's order, the best first. Full shops come after all others and suspended ones last, in the same order among
 * themselves. With coordinates: nearer band first (a shop without comes last); inside a band, as for an order without: fewer parcels,
 * more free stock, nearer, shop id. A total order, so that the order of candidates does not matter.
 */
export function rankCandidates<Shop extends RankedShop>(shops: readonly Shop[], bandKm: number): Shop[] {
  return shops.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      ascending(bandOf(a, bandKm), bandOf(b, bandKm)) ||
      Number(b.alreadyChosen) - Number(a.alreadyChosen) ||
      b.freeStock - a.freeStock ||
      ascending(a.distanceKm ?? Infinity, b.distanceKm ?? Infinity) ||
      a.shopId - b.shopId ||
      compareCodePoints(a.variantId, b.variantId),
  );
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

function bandOf({ distanceKm: distance }: RankedShop, bandKm: number): number {
  return distance === null ? Infinity : Math.floor(distance / bandKm);
}

/** Unlike a difference, also right for two infinities. */
function ascending(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
