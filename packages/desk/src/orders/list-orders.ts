import { OrderMode, Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { comesAfter, sortedBy, type SortTerm } from '../engine/keyset';
import { joinHeadline, OrderHeadline } from './headline';
import { isAnsweredByIndex, matching, narrowing, type OrderListFilter } from './order-list-filter';

const ListedOrder = z.object({
  id: z.string(),
  /** Slug and name of the selling shop. */
  shop: z.string(),
  shopName: z.string(),
  orderId: z.string(),
  orderNumber: z.string().nullable(),
  receivedAt: z.date(),
  headline: OrderHeadline,
  mode: z.enum(OrderMode),
  /** Codes of why a line waits, or the order is held; none if neither. */
  reasons: z.array(z.string()),
  country: z.string(),
  currency: z.string(),
  /** What the customer paid: as the shop reported it, otherwise its prices less discounts, with shipping. */
  total: z.string(),
  lines: z.int(),
  /** The title of its first network line, as the shop gave it or from its catalogue. */
  title: z.string().nullable(),
  /** Names of the shops that ship a part of it. */
  shippingShops: z.array(z.string()),
});

/** An order in the list of all; without personal data (D29). */
export type ListedOrder = z.output<typeof ListedOrder>;

/** Where a list continues: after this order. */
export interface OrderPlace {
  at: Date;
  id: string;
}

export interface OrderListQuery {
  filter: OrderListFilter;
  after?: OrderPlace | undefined;
  /** The oldest first. */
  ascending?: boolean;
  limit: number;
}

export interface OrderListPage {
  orders: ListedOrder[];
  /** Where it continues; null: there are no more. */
  next: OrderPlace | null;
  /** Set if the page is not full and the list continues: how far it was read. */
  lookedUntil: Date | null;
}

/** The maximum of orders read for a page, whatever the filter: a page takes no longer with more orders. */
const LOOKED_AT = 3_000;
const Place = z.object({ at: z.date(), id: z.string() });

/** Orders in their current state, by time of receipt. */
export async function listOrders(db: Database, query: OrderListQuery): Promise<OrderListPage> {
  const { limit } = query;
  const found = await rows(ListedOrder, db.$queryRaw(orderListQuery(query)));
  const orders = found.slice(0, limit);
  const last = orders.at(-1);
  if (found.length > limit && last)
    return { orders, next: { at: last.receivedAt, id: last.id }, lookedUntil: null };
  const [end] = await rows(
    Place,
    db.$queryRaw(Prisma.sql`
    SELECT o.received_at AS at, o.id FROM (${lookedAtSql(query)}) o
    ORDER BY ${byTime(query)} OFFSET ${lookedAt(query) - 1} LIMIT 1`),
  );
  return { orders, next: end ?? null, lookedUntil: end?.at ?? null };
}

function lookedAt({ filter, limit }: OrderListQuery): number {
  return isAnsweredByIndex(filter) ? limit + 1 : LOOKED_AT;
}

/** The orders to read: one index has those with personal data, one those whose data was blanked (D30). */
function lookedAtSql(query: OrderListQuery): Prisma.Sql {
  const limit = lookedAt(query);
  const part = (blanked: Prisma.Sql) => Prisma.sql`(
    SELECT o.id, o.received_at FROM seller_order o
    WHERE ${blanked} AND ${narrowing(query.filter)} AND ${goesOn(query)}
    ORDER BY ${byTime(query)} LIMIT ${limit})`;
  return Prisma.sql`SELECT o.id, o.received_at FROM (
    ${part(Prisma.sql`o.blanked_at IS NULL`)} UNION ALL ${part(Prisma.sql`o.blanked_at IS NOT NULL`)}
  ) o ORDER BY ${byTime(query)} LIMIT ${limit}`;
}

/** One page plus one order, if there is one. */
export function orderListQuery(query: OrderListQuery): Prisma.Sql {
  return Prisma.sql`
    WITH looked AS MATERIALIZED (${lookedAtSql(query)}), page AS MATERIALIZED (
      SELECT o.*, headline.headline FROM looked JOIN seller_order o ON o.id = looked.id ${joinHeadline('o')}
      WHERE ${matching(query.filter)} ORDER BY ${byTime(query)} LIMIT ${query.limit + 1}
    )
    SELECT o.id, s.slug AS shop, s.name AS "shopName", o.order_id AS "orderId", o.order_number AS "orderNumber",
      o.received_at AS "receivedAt", o.headline, o.mode::text AS mode, o.destination_country AS country, o.currency,
      trim_scale(coalesce(o.total_price, lines.total - o.total_discounts + o.shipping_cost))::text AS total, lines.lines,
      array_remove(array_append(lines.reasons, o.held_reason), NULL) AS reasons, article.title,
      ARRAY(SELECT DISTINCT p.name FROM shipping_order f JOIN shop p ON p.id = f.shop_id
        WHERE f.seller_order_id = o.id AND f.state NOT IN ('stopped', 'refused')) AS "shippingShops"
    FROM page o JOIN shop s ON s.id = o.shop_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS lines, sum(l.unit_price * l.quantity) AS total,
        array_agg(DISTINCT l.waiting_reason) FILTER (WHERE l.state = 'waiting') AS reasons
      FROM order_line l WHERE l.seller_order_id = o.id
    ) lines
    LEFT JOIN LATERAL (
      SELECT coalesce(l.title, p.title) AS title FROM order_line l
      LEFT JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
      LEFT JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
      WHERE l.seller_order_id = o.id ORDER BY l.state = 'own', l.position LIMIT 1
    ) article ON true
    ORDER BY ${byTime(query)}`;
}

function terms({ ascending = false }: OrderListQuery): [SortTerm, SortTerm] {
  const descending = !ascending;
  return [
    { of: Prisma.sql`o.received_at`, descending },
    { of: Prisma.sql`o.id`, descending },
  ];
}

function byTime(query: OrderListQuery): Prisma.Sql {
  return sortedBy(terms(query));
}

function goesOn(query: OrderListQuery): Prisma.Sql {
  if (query.after === undefined) return Prisma.sql`true`;
  const [at, id] = terms(query);
  return comesAfter([
    { ...at, there: Prisma.sql`${query.after.at}` },
    { ...id, there: Prisma.sql`${query.after.id}::uuid` },
  ]);
}
