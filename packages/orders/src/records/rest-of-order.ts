import { Prisma, rows, type RestStatement, type Tx } from '@hub/database';
import { z } from 'zod';
import { holdsLine } from '../states/holds-its-lines';

/**
 * The rest of a partly shipped shipping order (D12): a line of it with pieces in no package, which no person has ended
 * and no other shop has.
 * @param aliases of tables `shipping_order`, `shipping_order_line` and `order_line` in the surrounding query
 */
export function isRest(aliases: { shippingOrder: string; given: string; line: string }): Prisma.Sql {
  const { shippingOrder, line } = aliases;
  const [order, given] = [Prisma.raw(shippingOrder), Prisma.raw(aliases.given)];
  return Prisma.sql`(${order}.state = 'placed' AND ${given}.packaged < ${given}.quantity AND ${given}.rest_ended_at IS NULL
    AND ${holdsLine({ shippingOrder, line })}
    AND EXISTS (SELECT FROM package parcel WHERE parcel.shipping_order_id = ${order}.id))`;
}

/** It is stated that what is in no package of these may not ship (D12). The first moment and the last statement count. */
export async function stateRest(
  tx: Tx,
  stated: { shippingOrderIds: readonly string[]; statement: RestStatement; now: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET rest_stated_at = coalesce(rest_stated_at, ${new Date(stated.now)}),
      rest_statement = ${stated.statement}::rest_statement
    WHERE id = ANY (${[...stated.shippingOrderIds]}::uuid[]) AND state = 'placed'`;
}

const RestLine = z.object({
  /** Of the shipping order line. */
  id: z.string(),
  orderLineId: z.string(),
  lineItemId: z.string(),
  /** Pieces in known packages. */
  packaged: z.int(),
});
export type RestLine = z.output<typeof RestLine>;

/** The lines of a locked shipping order that are its rest, locked. */
export async function lockRest(tx: Tx, shippingOrderId: string): Promise<RestLine[]> {
  return rows(
    RestLine,
    tx.$queryRaw`
    SELECT given.id, line.id AS "orderLineId", line.line_item_id AS "lineItemId", given.packaged
    FROM shipping_order s
    JOIN shipping_order_line given ON given.shipping_order_id = s.id
    JOIN order_line line ON line.id = given.order_line_id
    WHERE s.id = ${shippingOrderId}::uuid AND ${isRest({ shippingOrder: 's', given: 'given', line: 'line' })}
    ORDER BY line.id FOR UPDATE OF line, given`,
  );
}

/**
 * `shipPart`, `giveBack`, `closeRest`: the rest is ended (D12). Missing pieces of a line that shipped in part are closed: its
 * line has shipped. Whole lines wait for another shop, or are closed.
 */
export async function endRestLines(
  tx: Tx,
  ended: {
    shippingOrderId: string;
    shopId: number;
    rest: readonly RestLine[];
    wholeLines: 'reroute' | 'close';
    now: number;
  },
): Promise<void> {
  const { shippingOrderId, shopId, rest, wholeLines } = ended;
  const at = new Date(ended.now);
  const parts = rest.filter(({ packaged }) => packaged > 0).map(({ orderLineId }) => orderLineId);
  const whole = rest.filter(({ packaged }) => packaged === 0).map(({ orderLineId }) => orderLineId);
  // Nothing of it is to be shipped any more.
  await tx.$executeRaw`UPDATE shipping_order SET packed_at = ${at} WHERE id = ${shippingOrderId}::uuid`;
  // What shipped settles by this time, so it is the database's (D24).
  await tx.$executeRaw`
    UPDATE shipping_order_line SET rest_ended_at = now() WHERE id = ANY (${rest.map(({ id }) => id)}::uuid[])`;
  await tx.$executeRaw`
    UPDATE order_line SET state = 'shipped' WHERE id = ANY (${parts}::uuid[]) AND state = 'allocated'`;
  if (wholeLines === 'close')
    await tx.$executeRaw`
      UPDATE order_line SET state = 'unfulfillable', closed_at = ${at}
      WHERE id = ANY (${whole}::uuid[]) AND state = 'allocated'`;
  else
    await tx.$executeRaw`
      UPDATE order_line SET state = 'waiting', waiting_reason = NULL,
        excluded_shops = array_append(array_remove(excluded_shops, ${shopId}::int), ${shopId}::int)
      WHERE id = ANY (${whole}::uuid[]) AND state = 'allocated'`;
}
