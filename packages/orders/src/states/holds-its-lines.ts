import { Prisma, rows, type OrderLineState, type Tx } from '@hub/database';
import { z } from 'zod';

/**
 * Whether a shipping order still holds a line: it is allocated, and no later shipping order has it. "Later" is by
 * number, which is taken under the order's lock: two machines' clocks may disagree (D18). One that was refused keeps its
 * lines until another shop gets them, and a stopped order takes them from it.
 * @param aliases of tables `shipping_order` and `order_line` in the surrounding query
 */
export function holdsLine(aliases: { shippingOrder: string; line: string }): Prisma.Sql {
  const shippingOrder = Prisma.raw(aliases.shippingOrder);
  const line = Prisma.raw(aliases.line);
  return Prisma.sql`(${line}.state = 'allocated' AND NOT EXISTS (
    SELECT FROM shipping_order_line other JOIN shipping_order later ON later.id = other.shipping_order_id
    WHERE other.order_line_id = ${line}.id AND later.number > ${shippingOrder}.number
  ))`;
}

/** Whether it holds every line of it; they go together. @param alias of `shipping_order` in the surrounding query */
export function holdsItsLines(alias: string): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT FROM shipping_order_line given JOIN order_line given_line ON given_line.id = given.order_line_id
    WHERE given.shipping_order_id = ${Prisma.raw(alias)}.id
      AND NOT ${holdsLine({ shippingOrder: alias, line: 'given_line' })}
  )`;
}

/** The same, as a separate statement: it sees what was committed while the caller waited for its locks. */
export async function readHoldsItsLines(tx: Tx, shippingOrderId: string): Promise<boolean> {
  const [row] = await rows(
    z.object({ holds: z.boolean() }),
    tx.$queryRaw`
      SELECT ${holdsItsLines('s')} AS holds FROM shipping_order s WHERE s.id = ${shippingOrderId}::uuid`,
  );
  return row?.holds ?? false;
}

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
