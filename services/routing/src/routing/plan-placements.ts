import { randomUUID } from 'node:crypto';
import type {
  LineCalculation,
  RoutingDecision,
  ShippingShop,
  ShippingShops,
  StoredLine,
} from '@hub/orders/routing';

/** A line of a planned placement. */
export interface PlannedLine {
  shippingOrderLineId: string;
  line: StoredLine;
  /** The shipping shop's own variant. */
  variantId: string;
  calculation: LineCalculation;
}

/** One placement (D18): the lines of a decision that go to one shop. */
export interface PlannedPlacement {
  shippingOrderId: string;
  shop: ShippingShop;
  /** Counts the placements of the order, from 1. */
  number: number;
  /** In the order of the seller order. */
  lines: PlannedLine[];
}

/**
 * Groups chosen lines by shop. Placements are numbered by shop id, so that the same decision made again gets the same
 * numbers.
 * @param placed.placements how many the order had before
 */
export function planPlacements(placed: {
  decision: RoutingDecision;
  prices: ReadonlyMap<string, LineCalculation>;
  lines: readonly StoredLine[];
  shops: ShippingShops;
  placements: number;
}): PlannedPlacement[] {
  const { decision, prices, lines, shops, placements } = placed;
  const stored = new Map(lines.map((line) => [line.id, line]));
  const byShop = new Map<number, PlannedLine[]>();
  for (const { orderLineId, lineItemId, chosen } of decision.lines) {
    const [line, calculation] = [stored.get(orderLineId), prices.get(lineItemId)];
    if (!chosen || !line || !calculation) continue;
    const planned = { shippingOrderLineId: randomUUID(), line, variantId: chosen.variantId, calculation };
    const ofShop = byShop.get(chosen.shopId) ?? [];
    ofShop.push(planned);
    byShop.set(chosen.shopId, ofShop);
  }
  return [...byShop]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([shopId, ofShop], index) => {
      const shop = shops.get(shopId);
      if (!shop) return [];
      const inOrder = ofShop.toSorted((a, b) => a.line.position - b.line.position);
      return [{ shippingOrderId: randomUUID(), shop, number: placements + index + 1, lines: inOrder }];
    });
}
