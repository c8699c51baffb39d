import type { OrderAmounts } from '../money/order-amounts';
import { decideRouting, type LineDecision, type RoutingDecision } from './decide-routing';
import { priceDecision, type LineCalculation } from './price-decision';
import type { RoutingFacts, RoutingPolicy } from './routing-facts';

export interface DecidedOrder {
  decision: RoutingDecision;
  /** By `line_item_id`, of the lines that have a shop. */
  prices: Map<string, LineCalculation>;
}

/** Chooses a shop for each waiting line and prices what it chose (D19, D24); what cannot be priced waits. */
export function decideOrder(facts: RoutingFacts, order: OrderAmounts, policy: RoutingPolicy): DecidedOrder {
  const chosen = decideRouting(facts, policy);
  const prices = priceDecision(facts, chosen, order);
  return { decision: keepUnpricedWaiting(chosen, prices), prices };
}

/** A line that has a shop but no price the wire can carry waits for support, whom this tells. */
function keepUnpricedWaiting(
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
