import type { SellerOrder } from '../facts/facts';
import type { SoldLineRecord } from '../records';

/** A line on the wire: all of it at one location. */
export interface WireLine {
  lineItemId: string;
  line: SellerOrder['lines'][number];
  locationId: string;
  quantity: number;
}

/**
 * A line that the platform split over locations becomes one for each of them, each under its own id.
 *
 * @param locations the shop's own: the first ships a line that names none
 */
export function wireLinesOf(order: SellerOrder, [first = '']: readonly string[]): WireLine[] {
  return order.lines.flatMap((line) => {
    const { lineId } = line;
    const parts = byLocation(
      line.allocations.map((part) => ({ ...part, locationId: part.locationId ?? first })),
    );
    const isWhole = parts.length === 1 && !lineId.includes('@');
    return parts.map((part) => ({
      lineItemId: isWhole ? lineId : `${lineId}@${part.locationId}`,
      line,
      ...part,
    }));
  });
}

function byLocation(allocations: readonly Pick<WireLine, 'locationId' | 'quantity'>[]) {
  const quantities = new Map<string, number>();
  for (const { locationId, quantity } of allocations)
    quantities.set(locationId, (quantities.get(locationId) ?? 0) + quantity);
  return [...quantities].map(([locationId, quantity]) => ({ locationId, quantity }));
}

export function soldLinesOf(lines: readonly WireLine[]): SoldLineRecord[] {
  return lines.map(({ lineItemId, line, quantity }) => ({
    lineItemId,
    lineId: line.lineId,
    sku: line.sku,
    quantity,
    tracked: 0,
    returned: 0,
  }));
}
