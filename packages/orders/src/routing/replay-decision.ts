import { variantKeyText } from '../variant-key-text';
import type { DecisionDetail } from './decision-detail';
import { rankCandidates, type RankedShop } from './rank-candidates';
import type { RoutingPolicy } from './routing-facts';

type DetailLine = DecisionDetail['lines'][number];

/** A line of a stored decision under another policy. */
export interface ReplayedLine {
  lineItemId: string;
  /** Null: it waited, or would. */
  was: { shopId: number; variantId: string } | null;
  becomes: RankedShop | null;
  candidates: RankedShop[];
  /** Shops that could have shipped it, or lacked stock alone, and whose figures are not kept: they are left out. */
  leftOut: number;
}

/**
 * What another policy would have chosen on the stored figures of a decision (D19): pure, with no effect. What earlier
 * lines took under the stored policy is given back, and what they take under the other one is taken. Distances are
 * those stored, to 100 m. Where only the best shops are kept, the choice is among those.
 */
export function replayDecision(detail: DecisionDetail, policy: RoutingPolicy): ReplayedLine[] {
  const parcels = shopsWithParcels(detail);
  const [tookThen, takesNow] = [new Map<string, number>(), new Map<string, number>()];
  return detail.lines.map((line) => {
    const qualified = couldShip(line)
      .map((shop) => ({
        ...shop,
        freeStock: shop.freeStock + pieces(tookThen, shop) - pieces(takesNow, shop),
        alreadyChosen: parcels.has(shop.shopId),
      }))
      .filter(({ freeStock }) => freeStock >= line.quantity);
    const candidates = rankCandidates(qualified, policy.bandKm);
    const best = detail.consumerVat === null ? null : (candidates[0] ?? null);
    const chosenThen = takenThen(line);
    if (chosenThen) take(tookThen, chosenThen, line.quantity);
    if (best) {
      take(takesNow, best, line.quantity);
      parcels.add(best.shopId);
    }
    // A payout that no store can be told stays so at the same shop; what another would be paid is not stored.
    const isUnpriced = chosenThen !== null && line.chosen === null && isSame(chosenThen, best);
    return {
      lineItemId: line.lineItemId,
      was: line.chosen,
      becomes: isUnpriced ? null : best,
      candidates,
      leftOut: leftOut(line),
    };
  });
}

function leftOut({ counted }: DetailLine): number {
  return counted.candidates + (counted.ruledOut['not_enough_stock'] ?? 0);
}

/** Whether the other policy makes a difference to a line. */
export function isReplayedSame({ was, becomes }: ReplayedLine): boolean {
  return was === null ? becomes === null : isSame(was, becomes);
}

/** Stock is the last reason against a shop: with what an earlier line leaves it, it could ship. */
function couldShip({ candidates, ruledOut }: DetailLine) {
  return [...candidates, ...ruledOut.filter(({ reason }) => reason === 'not_enough_stock')].map(
    ({ shopId, variantId, freeStock, distanceKm, suspended }) => ({
      shopId,
      variantId,
      freeStock,
      distanceKm,
      suspended,
    }),
  );
}

/** A line without a price had a shop when it was decided, and the next lines went without that stock. */
function takenThen({ chosen, waitsFor, candidates }: DetailLine) {
  return chosen ?? (waitsFor === 'price_too_large' ? (candidates[0] ?? null) : null);
}

/** Those that had a parcel before the decision: a line found them so, and no earlier line of it had chosen them. */
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

interface Key {
  shopId: number;
  variantId: string;
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
