import { allocateShipping } from '../money/allocate-shipping';
import { fitsTheWire } from '../money/fits-the-wire';
import type { OrderAmounts } from '../money/order-amounts';
import { priceLines, type LinePrice, type LineRates } from '../money/price-lines';
import type { LineDecision, RoutingDecision } from './decide-routing';
import type { RoutingFacts } from './routing-facts';

/** Every step of a line's money (D24), kept with its shipping order line: what it pays, and its part of the shipping. */
export interface LineCalculation extends LinePrice {
  currency: string;
  /** `paid` by the customer for the whole order; `net` of VAT and rounded; `share` of this line, for settlement. */
  shipping: { paid: string; net: string; share: string };
}

/**
 * The money of the lines a decision found a shop for, by `line_item_id`. A payout that the wire cannot carry is left
 * out: its line cannot be placed.
 */
export function priceDecision(
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
