import type { RoutingFacts } from '../routing/routing-facts';

/** Lines of a seller order that a shop has shown to have under a reference of ours. */
export interface PlacementAtShop {
  shopId: number;
  /** Of the placement from which its reference was derived (D18). */
  number: number;
  orderLineIds: ReadonlySet<string>;
}

/**
 * The routing input for lines that a shop already has: no other line, and no other shop. Whether its stock suffices was
 * decided when they were placed, and its figure may have decreased by them since. Pure.
 */
export function onlyShown(facts: RoutingFacts, shown: PlacementAtShop): RoutingFacts {
  const { shopId, orderLineIds } = shown;
  const lines = facts.lines
    .filter((line) => orderLineIds.has(line.orderLineId))
    .map((line) => ({ ...line, excludedShops: line.excludedShops.filter((id) => id !== shopId) }));
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const candidates = [...facts.candidates].map(([gtin, offered]) => {
    const there = offered.filter(({ variant }) => variant.shopId === shopId);
    const enough = there.map(({ variant, ...rest }) => ({
      ...rest,
      variant: { ...variant, freeStock: Math.max(variant.freeStock, pieces) },
    }));
    return [gtin, enough] as const;
  });
  return { ...facts, lines, candidates: new Map(candidates) };
}
