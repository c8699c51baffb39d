import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { namesOfOrders } from './blank-rows';

const IdRow = z.object({ id: z.string() });

/** A customer's identifier: an address or a number as given with an order, or one order of theirs (its row's id). */
export type CustomerName = { email: string } | { phone: string } | { sellerOrderId: string };

/**
 * Why an order's data is still needed: a line has no parcel yet, support holds it, it is being stopped, returned goods
 * wait, or a message about it is about to be sent.
 */
export type StillOpen = 'lines_open' | 'held' | 'stopping' | 'return_open' | 'message_pending';

const CustomerOrder = z.object({
  id: z.string(),
  /** Slug of the selling shop, and its own order id. */
  shop: z.string(),
  orderId: z.string(),
  open: z.enum(['lines_open', 'held', 'stopping', 'return_open', 'message_pending']).nullable(),
});
export type CustomerOrder = z.output<typeof CustomerOrder>;

const CustomerDeadLetter = z.object({
  id: z.string(),
  /** Waits for support, or for the end of its replay. */
  open: z.boolean(),
});

/** A failed message that holds the customer's data, or is about an order of theirs. */
export type CustomerDeadLetter = z.output<typeof CustomerDeadLetter>;

/** Shorter numbers are no telephone numbers: they would match too many orders. */
const FEWEST_DIGITS = 6;

/**
 * Orders of a customer, the oldest first; locked, so that their open or done state holds until the end of the
 * transaction.
 */
export async function findCustomerOrders(tx: Tx, name: CustomerName): Promise<CustomerOrder[]> {
  const condition = conditionOf(name);
  if (condition === null) return [];
  const locked = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT o.id FROM seller_order o WHERE ${condition} ORDER BY o.id FOR UPDATE`,
  );
  return rows(
    CustomerOrder,
    tx.$queryRaw`
    SELECT o.id, s.slug AS shop, o.order_id AS "orderId",
      CASE
        WHEN o.state = 'stopping' OR EXISTS (SELECT FROM cancellation c
          WHERE c.seller_order_id = o.id AND c.state = 'stopping') THEN 'stopping'
        WHEN o.mode = 'live' AND o.state = 'held' THEN 'held'
        WHEN o.mode = 'live' AND o.state = 'accepted' AND EXISTS (SELECT FROM order_line l
          WHERE l.seller_order_id = o.id AND l.state IN ('waiting', 'allocated')) THEN 'lines_open'
        WHEN EXISTS (SELECT FROM "return" r
          WHERE r.seller_order_id = o.id AND r.state IN ('due', 'sending', 'waiting', 'failed')) THEN 'return_open'
        WHEN EXISTS (SELECT FROM outbox x WHERE x.correlation = o.correlation) THEN 'message_pending'
      END AS open
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = ANY (${locked.map(({ id }) => id)}::uuid[])
    ORDER BY o.received_at, o.id`,
  );
}

/**
 * Failed messages about these orders, and those that contain the customer's identifier, such as an order that failed
 * unread.
 * @param found.named ids of those in whose bodies the customer was found
 */
export async function findCustomerDeadLetters(
  tx: Tx,
  found: { sellerOrderIds: readonly string[]; named: readonly string[] },
): Promise<CustomerDeadLetter[]> {
  const { sellerOrderIds, named } = found;
  return rows(
    CustomerDeadLetter,
    tx.$queryRaw`
    SELECT d.id, d.state IN ('open', 'replaying') AS open FROM dead_letter d
    WHERE EXISTS (SELECT FROM seller_order o WHERE o.id = ANY (${[...sellerOrderIds]}::uuid[])
        AND (d.correlation = o.correlation OR (d.shop_id = o.shop_id AND d.order_id = o.order_id)))
      OR EXISTS (SELECT FROM shipping_order s WHERE s.seller_order_id = ANY (${[...sellerOrderIds]}::uuid[])
        AND ((d.shop_id = s.shop_id AND d.order_id = s.store_order_id) OR d.order_id = s.external_ref))
      OR d.id = ANY (${[...named]}::uuid[])
    ORDER BY d.first_failed_at, d.id
    FOR UPDATE OF d`,
  );
}

/** Bodies of shops' events about these orders, and those in which the customer was found. */
export async function findCustomerSentEvents(
  tx: Tx,
  found: { sellerOrderIds: readonly string[]; named: readonly string[] },
): Promise<string[]> {
  const read = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT e.id FROM sent_event e WHERE e.body IS NOT NULL AND (e.id = ANY (${[...found.named]}::uuid[])
      OR (e.shop_id, e.about) IN (${namesOfOrders(found.sellerOrderIds)}))
    ORDER BY e.received_at, e.id`,
  );
  return read.map(({ id }) => id);
}

function conditionOf(name: CustomerName): Prisma.Sql | null {
  if ('sellerOrderId' in name) return Prisma.sql`o.id = ${name.sellerOrderId}::uuid`;
  if (textsOf(name).length === 0) return null;
  if ('email' in name) return Prisma.sql`lower(o.ship_to ->> 'email') = lower(${name.email.trim()})`;
  return Prisma.sql`regexp_replace(o.ship_to ->> 'phone', '[^0-9]', '', 'g') = ${digitsOf(name.phone)}`;
}

/** As it may appear in a body; none: it is no name. */
export function textsOf(name: CustomerName): string[] {
  if ('sellerOrderId' in name) return [];
  const given = ('email' in name ? name.email : name.phone).trim();
  if (given.includes('\0') || given === '') return [];
  if ('phone' in name) return digitsOf(given).length < FEWEST_DIGITS ? [] : [given];
  return [...new Set([given, given.toLowerCase()])];
}

export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}
