import { variantKeyText } from './variant-key-text';
import { isSurelyBest } from './certainty';
import { areSameCriteria, effective, usesDistance } from './criteria';
import type { DecisionDetail } from './decision-detail';
import { rankCandidates, type RankedShop } from './rank-candidates';
import type { RoutingPolicy } from './routing-facts';

type DetailLine = DecisionDetail['lines'][number];

interface Key {
  shopId: number;
  variantId: string;
}

/** A line of a stored decision under another policy. */
export interface ReplayedLine {
  lineItemId: string;
  /** Null: it waited, or would. */
  was: { shopId: number; variantId: string } | null;
  becomes: RankedShop | null;
  candidates: RankedShop[];
  /** Shops that could have shipped it, or lacked only stock, and whose figures are not stored: they are left out. */
  leftOut: number;
  /** Whether the policy would certainly have chosen so: distances are stored to 100 m, and of many shops the best ten. */
  certain: boolean;
}

/**
 * What another policy would have chosen on the stored figures of a decision (D19). It has no effect. What earlier
 * lines took under the stored policy is returned, and what they take under the other one is taken. Distances are those
 * stored, to 100 m. If only the best shops are stored, the choice is among those.
 * @param countryOf of shops, for decisions that do not store which of them are in the destination's country
 */
export function replayDecision(
  detail: DecisionDetail,
  policy: RoutingPolicy,
  countryOf: (shopId: number) => string | null,
): ReplayedLine[] {
  const parcels = shopsWithParcels(detail);
  const [tookThen, takesNow] = [new Map<string, number>(), new Map<string, number>()];
  const { withCoordinates } = detail;
  const criteria = {
    stored: effective(detail.policy.criteria, withCoordinates),
    other: effective(policy.criteria, withCoordinates),
  };
  const isSamePolicy = areSameCriteria(criteria.stored, criteria.other);
  const isBlanked = usesDistance(criteria.other) && areBlanked(detail);
  /** Articles of lines that another shop would ship. */
  const moved = new Set<string | null>();
  let certainSoFar = true;
  return detail.lines.map((line) => {
    const qualified = couldShip(line)
      .map((shop) => ({
        ...shop,
        sameCountry: shop.sameCountry ?? isIn(detail.country, countryOf(shop.shopId)),
        freeStock: shop.freeStock + pieces(tookThen, shop) - pieces(takesNow, shop),
        alreadyChosen: parcels.has(shop.shopId),
      }))
      .filter(({ freeStock }) => freeStock >= line.quantity);
    // If none of the ranking's inputs differ, it is the stored one, made with the exact distances.
    const asThen = moved.size === 0 && isSamePolicy;
    const ranked = asThen ? qualified : rankCandidates(qualified, criteria.other);
    const stockMoved = moved.has(line.gtin);
    certainSoFar &&=
      asThen ||
      detail.consumerVat === null ||
      (!isBlanked && isSurelyBest({ line, criteria, ranked, stockMoved }));
    const candidates = ranked.map(({ lackedStock: _, ...shop }) => shop);
    const best = detail.consumerVat === null ? null : (candidates[0] ?? null);
    const chosenThen = takenThen(line);
    if (chosenThen === null ? best !== null : !isSame(chosenThen, best)) moved.add(line.gtin);
    if (chosenThen) take(tookThen, chosenThen, line.quantity);
    if (best) {
      take(takesNow, best, line.quantity);
      parcels.add(best.shopId);
    }
    // A payout that the wire cannot carry stays so at the same shop; another shop's payout is not stored.
    const isUnpriced = chosenThen !== null && line.chosen === null && isSame(chosenThen, best);
    return {
      lineItemId: line.lineItemId,
      was: line.chosen,
      becomes: isUnpriced ? null : best,
      candidates,
      leftOut: leftOut(line),
      certain: certainSoFar,
    };
  });
}

function isIn(country: string, ofShop: string | null): boolean | null {
  return ofShop === null ? null : ofShop === country;
}

/** Whether the distances that the decision was made with are no longer kept (D29). */
function areBlanked({ withCoordinates, lines }: DecisionDetail): boolean {
  const shops = lines.flatMap(({ candidates, ruledOut }) => [...candidates, ...ruledOut]);
  return withCoordinates && shops.every(({ distanceKm }) => distanceKm === null);
}

function leftOut({ counted }: DetailLine): number {
  return counted.candidates + (counted.ruledOut['not_enough_stock'] ?? 0);
}

/** Stock is the only remaining reason against a shop: with what an earlier line leaves it, it could ship. */
function couldShip({ candidates, ruledOut }: DetailLine) {
  return [
    ...candidates.map((shop) => ({ ...shop, lackedStock: false })),
    ...ruledOut.flatMap(({ reason, ...shop }) =>
      reason === 'not_enough_stock' ? [{ ...shop, lackedStock: true }] : [],
    ),
  ];
}

/** A line without a price had a shop when it was decided, and the next lines went without that stock. */
function takenThen({ chosen, waitsFor, candidates }: DetailLine) {
  return chosen ?? (waitsFor === 'price_too_large' ? (candidates[0] ?? null) : null);
}

/** Those that had a parcel before the decision: a line found them so, and no earlier line had chosen them. */
function shopsWithParcels({ lines }: DecisionDetail): Set<number> {
  const [chosen, parcels] = [new Set<number>(), new Set<number>()];
  for (const line of lines) {
    for (const { shopId, alreadyChosen } of line.candidates) {
      if (alreadyChosen && !chosen.has(shopId)) parcels.add(shopId);
    }
    const taken = takenThen(line);
    if (taken) chosen.add(taken.shopId);
  }
  return parcels;
}

function isSame(one: Key, other: Key | null): boolean {
  return other !== null && one.shopId === other.shopId && one.variantId === other.variantId;
}

function pieces(taken: ReadonlyMap<string, number>, variant: Key): number {
  return taken.get(variantKeyText(variant)) ?? 0;
}

function take(taken: Map<string, number>, variant: Key, quantity: number): void {
  taken.set(variantKeyText(variant), pieces(taken, variant) + quantity);
}
