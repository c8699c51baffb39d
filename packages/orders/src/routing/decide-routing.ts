import { LIMITS } from '@hub/contract';
import { ruledOut, type Demand, type RuledOutReason, type VariantKey } from '@hub/stock';
import { compareCodePoints } from '../compare-code-points';
import { variantKeyText } from './variant-key-text';
import { criteriaWithBand } from './criteria';
import { distanceToStock, rankCandidates, type RankedShop, type RankingFigures } from './rank-candidates';
import type { CandidateFacts, RoutingFacts, RoutingLine, RoutingPolicy } from './routing-facts';

/** D19's built-in policy, unless another is adopted; a change of the rule or of its figures takes a new version. */
export const ROUTING_POLICY: RoutingPolicy = {
  version: 'D19-2',
  criteria: criteriaWithBand(LIMITS.distanceBandKm),
};

/** Why a line waits. Names are stable: stored, and shown to support. */
export type WaitingReason =
  | 'not_linked'
  | 'no_consumer_vat'
  | 'no_injection_vat'
  | 'no_split_rate'
  | 'price_too_large'
  | 'no_candidate';

/** With the figures of a candidate: under another policy it may have the stock that it lacks. */
export interface RuledOutShop extends VariantKey, RankingFigures {
  reason: RuledOutReason | 'no_injection_vat';
}

/** Why one line goes to its shop (D19). */
export interface LineDecision {
  orderLineId: string;
  lineItemId: string;
  gtin: string | null;
  quantity: number;
  /** One of the candidates; null: the line waits. */
  chosen: RankedShop | null;
  waitsFor: WaitingReason | null;
  /** The best first. */
  candidates: RankedShop[];
  ruledOut: RuledOutShop[];
}

export interface RoutingDecision {
  policy: RoutingPolicy;
  /** In the order of decision. */
  lines: LineDecision[];
}

/**
 * Chooses a shipping shop for each waiting line (D19). Lines are decided in the order of fewest candidates, then
 * `line_item_id`; what one takes is gone for the next, and the next prefers the shop it chose.
 */
export function decideRouting(facts: RoutingFacts, policy: RoutingPolicy): RoutingDecision {
  const taken = new TakenStock();
  const chosenShops = new Set(facts.order.shopsWithParcels);
  const lines = inDecidingOrder(facts).map((line) => {
    const decision = decideLine({ facts, line, policy, taken, chosenShops });
    if (decision.chosen) {
      taken.take(decision.chosen, line.quantity);
      chosenShops.add(decision.chosen.shopId);
    }
    return decision;
  });
  return { policy, lines };
}

function inDecidingOrder(facts: RoutingFacts): readonly RoutingLine[] {
  if (facts.lines.length === 1) return facts.lines;
  const nothingTaken = new TakenStock();
  return facts.lines
    .map((line) => ({ line, candidates: judge(facts, line, nothingTaken).qualified.length }))
    .toSorted(
      (a, b) => a.candidates - b.candidates || compareCodePoints(a.line.lineItemId, b.line.lineItemId),
    )
    .map(({ line }) => line);
}

function decideLine(given: {
  facts: RoutingFacts;
  line: RoutingLine;
  policy: RoutingPolicy;
  taken: TakenStock;
  chosenShops: ReadonlySet<number>;
}): LineDecision {
  const { facts, line, policy, taken, chosenShops } = given;
  const { qualified, refused } = judge(facts, line, taken);
  const shops = qualified.map(({ variant, stock, full, sameCountry, load }) => ({
    shopId: variant.shopId,
    variantId: variant.variantId,
    freeStock: variant.freeStock,
    distanceKm: distanceToStock(facts.order.coordinates, stock, line.quantity),
    sameCountry,
    load,
    alreadyChosen: chosenShops.has(variant.shopId),
    suspended: variant.shop.suspended,
    full,
  }));
  const candidates = rankCandidates(shops, policy.criteria);
  const best = facts.consumerVat === null ? null : (candidates[0] ?? null);
  const { orderLineId, lineItemId, gtin, quantity } = line;
  return {
    orderLineId,
    lineItemId,
    gtin,
    quantity,
    chosen: best,
    waitsFor: best ? null : whyWaiting(facts, line, refused),
    candidates,
    ruledOut: refused.map(({ onlyRateMissing: _, ...shop }) => shop),
  };
}

/** A candidate ruled out, and whether only a missing rate rules it out. */
interface Refused extends RuledOutShop {
  onlyRateMissing: boolean;
}

function judge(
  { order, candidates }: RoutingFacts,
  line: RoutingLine,
  taken: TakenStock,
): { qualified: CandidateFacts[]; refused: Refused[] } {
  const demand: Demand = {
    sellingShopId: order.sellingShopId,
    mode: order.mode,
    currency: order.currency,
    countries: new Set([order.country]),
    quantity: line.quantity,
    excludedShops: line.excludedShops,
  };
  const qualified: CandidateFacts[] = [];
  const refused: Refused[] = [];
  for (const candidate of line.gtin === null ? [] : (candidates.get(line.gtin) ?? [])) {
    const variant = taken.takenOff(candidate.variant);
    const rateMissing = isRateMissing(candidate) ? 'no_injection_vat' : null;
    const reason = ruledOut(demand, variant) ?? rateMissing;
    if (reason === null) {
      qualified.push(variant === candidate.variant ? candidate : { ...candidate, variant });
      continue;
    }
    const { shopId, variantId, freeStock } = variant;
    const distanceKm = distanceToStock(order.coordinates, candidate.stock, line.quantity);
    const onlyRateMissing = ruledOut(demand, { ...variant, splitRate: '1' }) === null;
    const { full, sameCountry, load } = candidate;
    const { suspended } = variant.shop;
    const figures = { freeStock, distanceKm, sameCountry, load, suspended, full };
    refused.push({ shopId, variantId, reason, ...figures, onlyRateMissing });
  }
  refused.sort((a, b) => a.shopId - b.shopId || compareCodePoints(a.variantId, b.variantId));
  return { qualified, refused };
}

function isRateMissing({ injectionVat }: CandidateFacts): boolean {
  return injectionVat.applies && injectionVat.rate === null;
}

/** A missing rate is reported before a missing shop: it can be fixed (D24). */
function whyWaiting(facts: RoutingFacts, line: RoutingLine, refused: readonly Refused[]): WaitingReason {
  if (line.gtin === null) return 'not_linked';
  if (facts.consumerVat === null) return 'no_consumer_vat';
  for (const { reason, onlyRateMissing } of refused) {
    if (onlyRateMissing && (reason === 'no_split_rate' || reason === 'no_injection_vat')) return reason;
  }
  return 'no_candidate';
}

/** Pieces that earlier lines of the same decision took. */
class TakenStock {
  private readonly pieces = new Map<string, number>();

  takenOff<Variant extends VariantKey & { freeStock: number }>(variant: Variant): Variant {
    const pieces = this.of(variant);
    return pieces === 0 ? variant : { ...variant, freeStock: variant.freeStock - pieces };
  }

  take(variant: VariantKey, quantity: number): void {
    this.pieces.set(variantKeyText(variant), this.of(variant) + quantity);
  }

  private of(variant: VariantKey): number {
    return this.pieces.size === 0 ? 0 : (this.pieces.get(variantKeyText(variant)) ?? 0);
  }
}
