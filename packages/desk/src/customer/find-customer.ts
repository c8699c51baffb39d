import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { COMMANDS } from '@hub/messaging';
import { idInFailedMessage } from '../works/work';
import { namesOfOrders } from './blank-rows';
import { isSamePhone, lastDigitsOf } from './same-phone';

const IdRow = z.object({ id: z.string() });

/** A customer's identifier: an address or a number as given with an order, or one order of theirs (its row's id). */
export type CustomerName = { email: string } | { phone: string } | { sellerOrderId: string };

/**
 * Why an order's data is still needed: a line has no parcel yet, support holds it, it is being stopped, returned goods
 * wait, or a message about it is about to be sent. A return that failed permanently is none of these once its failed
 * message was discarded: no one asks for it any more.
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

const PhoneRow = z.object({ id: z.string(), phone: z.string(), countries: z.array(z.string()) });

/**
 * Orders of a customer, the oldest first; locked, so that their open or done state holds until the end of the
 * transaction.
 */
export async function findCustomerOrders(tx: Tx, name: CustomerName): Promise<CustomerOrder[]> {
  const ids = await lockNamedOrders(tx, name);
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
          WHERE r.seller_order_id = o.id AND (r.state IN ('due', 'sending', 'waiting')
            OR (r.state = 'failed' AND ${isAsked('r')}))) THEN 'return_open'
        WHEN EXISTS (SELECT FROM outbox x WHERE x.correlation = o.correlation) THEN 'message_pending'
      END AS open
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = ANY (${ids}::uuid[])
    ORDER BY o.received_at, o.id`,
  );
}

/** Whether a failed message asks for a return and may still be replayed. @param alias of table `return` */
function isAsked(alias: string): Prisma.Sql {
  const asking = idInFailedMessage('d', COMMANDS.registerReturn, 'returnId');
  return Prisma.sql`EXISTS (
    SELECT FROM dead_letter d
    WHERE d.state IN ('open', 'replaying') AND ${asking} = ${Prisma.raw(alias)}.id)`;
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
        AND ((d.shop_id = s.shop_id AND d.order_id = s.store_order_id) OR d.order_id = s.external_ref
          OR EXISTS (SELECT FROM shipping_order_alias a
            WHERE a.shipping_order_id = s.id AND a.shop_id = d.shop_id AND a.order_id = d.order_id)))
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

async function lockNamedOrders(tx: Tx, name: CustomerName): Promise<string[]> {
  if (!('sellerOrderId' in name) && textsOf(name).length === 0) return [];
  if ('phone' in name) return lockOrdersOfPhone(tx, name.phone);
  const condition =
    'email' in name
      ? Prisma.sql`lower(o.ship_to ->> 'email') = lower(${name.email.trim()})`
      : Prisma.sql`o.id = ${name.sellerOrderId}::uuid`;
  const locked = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT o.id FROM seller_order o WHERE ${condition} ORDER BY o.id FOR UPDATE`,
  );
  return locked.map(({ id }) => id);
}

/** A national number is of the country of the address, or of the shop. */
async function lockOrdersOfPhone(tx: Tx, phone: string): Promise<string[]> {
  const lastDigits = lastDigitsOf(phone) ?? '';
  const locked = await rows(
    PhoneRow,
    tx.$queryRaw`
    SELECT o.id, o.ship_to ->> 'phone' AS phone, ARRAY[o.destination_country::text, s.country::text] AS countries
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE right(regexp_replace(o.ship_to ->> 'phone', '[^0-9]', '', 'g'), ${lastDigits.length}::int) = ${lastDigits}
    ORDER BY o.id FOR UPDATE OF o`,
  );
  return locked.filter((stored) => isSamePhone(phone, stored.phone, stored.countries)).map(({ id }) => id);
}

/** As it may appear in a body; none: it is no name. */
export function textsOf(name: CustomerName): string[] {
  if ('sellerOrderId' in name) return [];
  const given = ('email' in name ? name.email : name.phone).trim();
  if (given.includes('\0') || given === '') return [];
  if ('phone' in name) return lastDigitsOf(given) === null ? [] : [given];
  return [...new Set([given, given.toLowerCase()])];
}
