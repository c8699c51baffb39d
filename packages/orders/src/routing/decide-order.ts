import { allocateShipping } from '../money/allocate-shipping';
import {
  fitsTheWire,
  priceLines,
  type LinePrice,
  type LineRates,
  type OrderAmounts,
} from '../money/price-lines';
import { decideRouting, type LineDecision, type RoutingDecision } from './decide-routing';
import type { RoutingFacts, RoutingPolicy } from './routing-facts';

/** Every step of a line's money (D24), stored with its shipping order line: its payout, and its share of the shipping. */
export interface LineCalculation extends LinePrice {
  currency: string;
  /** `paid` by the customer for the whole order; `net` of VAT and rounded; `share` of this line, for settlement. */
  shipping: { paid: string; net: string; share: string };
}

export interface DecidedOrder {
  decision: RoutingDecision;
  /** By `line_item_id`, of the lines that have a shop. */
  prices: Map<string, LineCalculation>;
}

/** Chooses a shop for each waiting line and prices the choice (D19, D24); what cannot be priced waits. */
export function decideOrder(facts: RoutingFacts, order: OrderAmounts, policy: RoutingPolicy): DecidedOrder {
  const chosen = decideRouting(facts, policy);
  const prices = priceDecision(facts, chosen, order);
  return { decision: keepUnpricedWaiting(chosen, prices), prices };
}

/** A line that has a shop but no price the wire can carry waits for support, which gets an alert. */
export function keepUnpricedWaiting(
  decision: RoutingDecision,
  prices: ReadonlyMap<string, LineCalculation>,
): RoutingDecision {
  const lines = decision.lines.map((line): LineDecision =>
    line.chosen && !prices.has(line.lineItemId)
      ? { ...line, chosen: null, waitsFor: 'price_too_large' }
      : line,
  );
  return { ...decision, lines };
}

/** The money of the lines a decision found a shop for, by `line_item_id`. */
function priceDecision(
  facts: RoutingFacts,
  decision: RoutingDecision,
  order: OrderAmounts,
): Map<string, LineCalculation> {
  const { consumerVat } = facts;
  if (consumerVat === null) return new Map();
  const rates = new Map(
    decision.lines.flatMap((line) => {
      const found = ratesOf(facts, line, consumerVat);
      return found ? [[line.lineItemId, found] as const] : [];
    }),
  );
  return priceWithRates(order, rates, consumerVat);
}

/**
 * The money of the lines with these rates, by `line_item_id`. A payout that the wire cannot carry is left out: its line
 * cannot be placed.
 */
export function priceWithRates(
  order: OrderAmounts,
  rates: ReadonlyMap<string, LineRates>,
  consumerVat: string,
): Map<string, LineCalculation> {
  if (rates.size === 0) return new Map();
  const { net, shares } = allocateShipping(order, consumerVat);
  return new Map(
    [...priceLines(order, rates)]
      .filter(([, price]) => fitsTheWire(price.unitPrice))
      .map(([lineItemId, price]) => {
        const shipping = { paid: order.shippingCost, net, share: shares.get(lineItemId) ?? '0' };
        return [lineItemId, { ...price, currency: order.currency, shipping }];
      }),
  );
}

function ratesOf(facts: RoutingFacts, line: LineDecision, consumerVat: string): LineRates | null {
  const { chosen, gtin } = line;
  if (!chosen || gtin === null) return null;
  const candidate = facts.candidates
    .get(gtin)
    ?.find(({ variant }) => variant.shopId === chosen.shopId && variant.variantId === chosen.variantId);
  if (!candidate || candidate.variant.splitRate === null) return null;
  return {
    consumerVat,
    splitRate: candidate.variant.splitRate,
    injectionVat: candidate.injectionVat.rate,
  };
}
