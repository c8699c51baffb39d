import { Prisma, rows, type Database } from '@hub/database';
import { holdsLine, reachability, Reachability } from '@hub/orders';
import { z } from 'zod';

/**
 * Where a paid network line is that no shop has. `waiting`: no shop was found yet. `order_held`: its order is. `placing`:
 * given to a shop, on its way. `refused`, `disputed`: by the shop it was given to (D18).
 */
export type UnplacedSituation = 'waiting' | 'order_held' | 'placing' | 'refused' | 'disputed';

const UnplacedLine = z.object({
  /** Of the seller order. */
  id: z.string(),
  /** Slug of the selling shop. */
  shop: z.string(),
  orderId: z.string(),
  lineItemId: z.string(),
  situation: z.enum(['waiting', 'order_held', 'placing', 'refused', 'disputed']),
  /** Why it waits, or what became of placing it. */
  reason: z.string().nullable(),
  /** The shop that it was given to, and our reference there; null: none. */
  shippingShop: z.string().nullable(),
  reference: z.string().nullable(),
  shopIs: Reachability.nullable(),
  /** When its order came. */
  since: z.date(),
  /** For over an hour with that shop, or without one. */
  overdue: z.boolean(),
});

/** A paid line that is not yet at a shop. */
export type UnplacedLine = z.output<typeof UnplacedLine>;

const UnplacedCount = z.object({
  situation: z.enum(['waiting', 'order_held', 'placing', 'refused', 'disputed']),
  lines: z.int(),
  overdue: z.int(),
  oldestAt: z.date(),
});

/** How many lines of a situation there are, and since when. */
export type UnplacedCount = z.output<typeof UnplacedCount>;

const OVERDUE_AFTER_MS = 60 * 60_000;

/** Those that have waited longest. @param query.shippingShop only lines that were given to this shop, by its slug */
export function listUnplaced(
  db: Database,
  query: { shippingShop?: string | undefined; limit: number; now: number },
): Promise<UnplacedLine[]> {
  const { shippingShop, limit, now } = query;
  const given =
    shippingShop === undefined ? Prisma.empty : Prisma.sql`WHERE u."shippingShop" = ${shippingShop}`;
  return rows(
    UnplacedLine,
    db.$queryRaw(Prisma.sql`
    SELECT * FROM (${unplaced(now, shippingShop)}) u ${given}
    ORDER BY u.since, u.id, u."lineItemId" LIMIT ${limit}`),
  );
}

/** Counts of all, the worst situation first. @param now milliseconds since the epoch */
export function countUnplaced(db: Database, now: number): Promise<UnplacedCount[]> {
  return rows(
    UnplacedCount,
    db.$queryRaw(Prisma.sql`
    SELECT u.situation, count(*)::int AS lines, (count(*) FILTER (WHERE u.overdue))::int AS overdue,
      min(u.since) AS "oldestAt"
    FROM (${unplaced(now, undefined)}) u GROUP BY u.situation ORDER BY count(*) DESC, u.situation`),
  );
}

/**
 * Every paid line that no shop has, from the indexes of waiting lines and of unplaced shipping orders. A shipping order
 * that was refused and whose lines have gone elsewhere is not theirs any more: the latest placement counts.
 */
function unplaced(now: number, shippingShop: string | undefined): Prisma.Sql {
  const overdueBefore = new Date(now - OVERDUE_AFTER_MS);
  const at =
    shippingShop === undefined
      ? Prisma.empty
      : Prisma.sql`AND s.shop_id = (SELECT id FROM shop WHERE slug = ${shippingShop})`;
  const waiting = Prisma.sql`
    SELECT o.id, shop.slug AS shop, o.order_id AS "orderId", l.line_item_id AS "lineItemId",
      CASE o.state WHEN 'held' THEN 'order_held' ELSE 'waiting' END AS situation,
      CASE o.state WHEN 'held' THEN o.held_reason ELSE l.waiting_reason END AS reason,
      NULL::text AS "shippingShop", NULL::text AS reference, NULL::text AS "shopIs", o.received_at AS since,
      o.received_at < ${overdueBefore} AS overdue
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id AND o.mode = 'live' AND o.state IN ('accepted', 'held')
    JOIN shop ON shop.id = o.shop_id
    WHERE l.state = 'waiting'`;
  const given = Prisma.sql`
    SELECT o.id, selling.slug AS shop, o.order_id AS "orderId", line.line_item_id AS "lineItemId",
      CASE WHEN s.state IN ('planned', 'sending') THEN 'placing' ELSE s.state::text END AS situation,
      s.last_failure AS reason, shop.slug AS "shippingShop", s.external_ref AS reference,
      ${reachability('shop')} AS "shopIs", o.received_at AS since, s.created_at < ${overdueBefore} AS overdue
    FROM shipping_order s
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line line ON line.id = l.order_line_id
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shop selling ON selling.id = o.shop_id
    JOIN shop ON shop.id = s.shop_id
    WHERE s.state NOT IN ('placed', 'stopped', 'dry_run') ${at}
      AND ${holdsLine({ shippingOrder: 's', line: 'line' })}`;
  return shippingShop === undefined ? Prisma.sql`${waiting} UNION ALL ${given}` : given;
}
