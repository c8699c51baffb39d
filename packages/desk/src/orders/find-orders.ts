import { inTransaction, Prisma, rows, SellerOrderState, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { joinHeadline, OrderHeadline } from './headline';
import { keyOf, searchKey } from './search-key';

const FoundOrder = z.object({
  id: z.string(),
  /** Slug and name of the selling shop. */
  shop: z.string(),
  shopName: z.string(),
  /** The selling shop's own id and number. */
  orderId: z.string(),
  orderNumber: z.string().nullable(),
  state: z.enum(SellerOrderState),
  headline: OrderHeadline,
  receivedAt: z.date(),
  /** Slugs of the shops under whose name it was found: only its selling shop, or also those that ship it. */
  shops: z.array(z.string()),
  /** The same by their names. */
  shopNames: z.array(z.string()),
});

/** An order in a list of results. */
export type FoundOrder = z.output<typeof FoundOrder>;

const FOUND_AT_ONCE = 50;

/**
 * Orders by the identifiers that people have: a shop's order id (selling or shipping side), an order number, an order,
 * line, package, stop or return reference of ours, a tracking number, a store's return id. Exactly; personal data is
 * not searched. The newest first, at most 50.
 */
export async function findOrders(db: Database, text: string): Promise<FoundOrder[]> {
  const sought = text.trim();
  if (sought === '' || sought.includes('\0')) return [];
  const named = (column: string) =>
    Prisma.sql`(${keyOf(column)} = ${searchKey(sought)} AND ${Prisma.raw(column)} = ${sought})`;
  return listFound(
    db,
    Prisma.sql`
      SELECT id, NULL::int AS shipping_shop_id FROM seller_order WHERE ${named('order_id')}
      UNION
      SELECT id, NULL::int FROM seller_order WHERE order_number IS NOT NULL AND ${named('order_number')}
      UNION
      SELECT seller_order_id, shop_id FROM shipping_order
      WHERE (store_order_id IS NOT NULL AND ${named('store_order_id')}) OR external_ref = ${sought}
        OR id IN (SELECT shipping_order_id FROM shipping_order_alias WHERE order_id = ${sought})
      UNION
      SELECT s.seller_order_id, s.shop_id FROM shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id
      WHERE l.external_ref = ${sought}
      UNION
      SELECT s.seller_order_id, s.shop_id FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
      WHERE ${named('p.tracking_number')} OR p.reference = ${sought}
      UNION
      SELECT s.seller_order_id, s.shop_id FROM package_correction c JOIN package p ON p.id = c.package_id
      JOIN shipping_order s ON s.id = p.shipping_order_id
      WHERE ${named('c.tracking_number')} OR c.reference = ${sought}
      UNION
      SELECT s.seller_order_id, s.shop_id FROM shipping_order_stop t JOIN shipping_order s ON s.id = t.shipping_order_id
      WHERE t.reference = ${sought}
      UNION
      SELECT r.seller_order_id, NULL FROM "return" r
      WHERE (r.store_return_id IS NOT NULL AND ${named('r.store_return_id')}) OR r.reference = ${sought} OR r.id = ${uuidOrNull(sought)}::uuid`,
  );
}

/**
 * Orders of a customer, by the given e-mail address, ignoring case. The search is recorded in the same transaction,
 * without the address.
 */
export async function findOrdersByEmail(
  db: Database,
  look: { email: string; actor: string },
): Promise<FoundOrder[]> {
  const email = look.email.trim();
  return inTransaction(db, async (tx) => {
    const found =
      email === '' || email.includes('\0')
        ? []
        : await listFound(
            tx,
            Prisma.sql`SELECT id, NULL::int AS shipping_shop_id FROM seller_order WHERE lower(ship_to ->> 'email') = lower(${email})`,
          );
    await recordActions(tx, {
      actor: look.actor,
      action: 'order.search_by_email',
      subjects: ['orders'],
      detail: { found: found.length, orders: found.map(({ id }) => id) },
    });
    return found;
  });
}

export function uuidOrNull(text: string): string | null {
  return z.uuid().safeParse(text).success ? text : null;
}

/** @param hits a query of seller orders' ids, each with the shipping shop under whose name it was found */
export function listFound(db: Database | Tx, hits: Prisma.Sql): Promise<FoundOrder[]> {
  return rows(
    FoundOrder,
    db.$queryRaw(Prisma.sql`
    SELECT o.id, s.slug AS shop, s.name AS "shopName", o.order_id AS "orderId", o.order_number AS "orderNumber", o.state::text AS state, headline.headline,
      o.received_at AS "receivedAt", array_remove(array_agg(DISTINCT shipping.slug), NULL) || s.slug AS shops,
      array_remove(array_agg(DISTINCT shipping.name), NULL) || s.name AS "shopNames"
    FROM (${hits}) hit
    JOIN seller_order o ON o.id = hit.id
    JOIN shop s ON s.id = o.shop_id
    LEFT JOIN shop shipping ON shipping.id = hit.shipping_shop_id
    ${joinHeadline('o')}
    GROUP BY o.id, s.slug, s.name, headline.headline
    ORDER BY o.received_at DESC, o.id DESC LIMIT ${FOUND_AT_ONCE}`),
  );
}
