import type { LineRates, OrderAmounts } from '../money/price-lines';
import { keepUnpricedWaiting, priceWithRates, type DecidedOrder, type LineCalculation } from './decide-order';
import type { LineDecision, WaitingReason } from './decide-routing';
import type { ApplicableVat, RoutingOrder, RoutingPolicy } from './routing-facts';

/** A line that a shop has, with what it is there. */
export interface ShownLine {
  orderLineId: string;
  lineItemId: string;
  /** The article of the selling shop's variant; null: not linked. */
  gtin: string | null;
  quantity: number;
  /** The shop's variant; `UNKNOWN_VARIANT` if nothing shows any more which one it was. */
  variantId: string;
  freeStock: number;
  /** As an exact decimal; null: none agreed. */
  splitRate: string | null;
}

/** Stands for a variant that nothing shows any more: the call names the article's barcode instead. */
export const UNKNOWN_VARIANT = '';

/** The facts of lines that one shop has already. */
export interface ShownFacts {
  order: RoutingOrder;
  shopId: number;
  suspended: boolean;
  consumerVat: string | null;
  injectionVat: ApplicableVat;
  lines: readonly ShownLine[];
}

/**
 * Records the shop that already has lines, and prices them (D19, D24). No rule of choice applies: the shop ships them,
 * whatever its sheet and its catalogue are now. Only a missing rate delays a line, because its payout is not known.
 */
export function decideShown(facts: ShownFacts, order: OrderAmounts, policy: RoutingPolicy): DecidedOrder {
  const { consumerVat } = facts;
  const decision = { policy, lines: facts.lines.map((line) => recorded(facts, line)) };
  const rates = new Map(facts.lines.flatMap((line) => ratesOf(facts, line)));
  const prices =
    consumerVat === null ? new Map<string, LineCalculation>() : priceWithRates(order, rates, consumerVat);
  return { decision: keepUnpricedWaiting(decision, prices), prices };
}

function recorded(facts: ShownFacts, line: ShownLine): LineDecision {
  const { shopId, suspended } = facts;
  const { orderLineId, lineItemId, gtin, quantity, variantId, freeStock } = line;
  const shop = {
    shopId,
    variantId,
    freeStock,
    distanceKm: null,
    sameCountry: null,
    load: null,
    alreadyChosen: false,
    suspended,
    full: false,
  };
  const waitsFor = missingRate(facts, line);
  const chosen = waitsFor === null ? shop : null;
  return { orderLineId, lineItemId, gtin, quantity, chosen, waitsFor, candidates: [shop], ruledOut: [] };
}

function ratesOf(facts: ShownFacts, line: ShownLine): [string, LineRates][] {
  const { consumerVat, injectionVat } = facts;
  const { lineItemId, splitRate } = line;
  if (consumerVat === null || splitRate === null || missingRate(facts, line) !== null) return [];
  return [[lineItemId, { consumerVat, splitRate, injectionVat: injectionVat.rate }]];
}

function missingRate(
  { consumerVat, injectionVat }: ShownFacts,
  { splitRate }: ShownLine,
): WaitingReason | null {
  if (consumerVat === null) return 'no_consumer_vat';
  if (injectionVat.applies && injectionVat.rate === null) return 'no_injection_vat';
  return splitRate === null ? 'no_split_rate' : null;
}
