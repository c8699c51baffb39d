import type { OrderLineState } from '@hub/database';

/** The fields of an order that say who holds its lines. */
export interface PlacedLines {
  lines: readonly { id: string; state: OrderLineState }[];
  shippingOrders: readonly { number: number; lines: readonly { orderLineId: string }[] }[];
}

/** `holdsItsLines` as TypeScript, for an order that has been read. A test compares the two. */
export function hasItsLines(
  order: PlacedLines,
  shippingOrder: PlacedLines['shippingOrders'][number],
): boolean {
  const isHeld = heldBy(order, shippingOrder);
  return shippingOrder.lines.every(({ orderLineId }) => isHeld(orderLineId));
}

/** Pieces in no package, of the lines that a shipping order still holds. */
export function openPieces(
  order: PlacedLines,
  shippingOrder: {
    number: number;
    lines: readonly { orderLineId: string; quantity: number; packaged: number }[];
  },
): number {
  const isHeld = heldBy(order, shippingOrder);
  return shippingOrder.lines
    .filter(({ orderLineId }) => isHeld(orderLineId))
    .reduce((sum, { quantity, packaged }) => sum + quantity - packaged, 0);
}

/** `holdsLine` as TypeScript. */
function heldBy({ lines, shippingOrders }: PlacedLines, { number }: { number: number }) {
  const allocated = new Set(lines.filter(({ state }) => state === 'allocated').map(({ id }) => id));
  const later = shippingOrders.filter((other) => other.number > number);
  const givenAgain = new Set(later.flatMap((other) => other.lines.map(({ orderLineId }) => orderLineId)));
  return (orderLineId: string) => allocated.has(orderLineId) && !givenAgain.has(orderLineId);
}
