/** A returned order with its lines. */
export interface ReturnedOrder<Line> {
  /** The line that was reported first. */
  first: Line;
  lines: readonly Line[];
  pieces: number;
}

/** Each returned order once, by its first report, with all its lines. @param orderOf what identifies the order of a line */
export function returnedOrders<Line extends { quantity: number | string }>(
  lines: readonly Line[],
  orderOf: (line: Line) => string,
): ReturnedOrder<Line>[] {
  const byOrder = new Map<string, ReturnedOrder<Line>>();
  for (const line of lines) {
    const {
      first,
      lines: before,
      pieces,
    } = byOrder.get(orderOf(line)) ?? { first: line, lines: [], pieces: 0 };
    byOrder.set(orderOf(line), { first, lines: [...before, line], pieces: pieces + Number(line.quantity) });
  }
  return [...byOrder.values()];
}
