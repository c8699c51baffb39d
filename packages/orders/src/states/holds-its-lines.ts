import { Prisma, rows, type Tx } from '@hub/database';
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
