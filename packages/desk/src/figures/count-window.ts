import { Prisma, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { DURATION_BOUNDS } from './call-durations';

export const FIGURE_KINDS = ['orders', 'events', 'calls', 'durations', 'flow', 'stock'] as const;
/**
 * `orders`, `events` and `stock` (reports) are of the shop that sent them, `calls` and `durations` of the one that was called, `flow` of the
 * selling one.
 */
export type FigureKind = (typeof FIGURE_KINDS)[number];

const Figure = z.object({
  kind: z.enum(FIGURE_KINDS),
  shopId: z.int(),
  /**
   * Of `events` `accepted` or `refused`, of `calls` `confirmed` or `failed`, of `durations` the number of the class, of `flow` the
   * shipping shop's id or `waiting`, of `stock` `in_time`, `late` (answered `stale`) or `refused`.
   */
  key: z.string(),
  count: z.int(),
});

/** The activity of a shop in a window of time. */
export type Figure = z.output<typeof Figure>;

/** Moments, ms since the epoch: from `from` on, before `before`. */
export interface Window {
  from: number;
  before: number;
}

/** The activity in a window, by shop: read by the indexes of time, so that the cost depends on the window. */
export function countWindow(db: Database | Tx, window: Window): Promise<Figure[]> {
  return rows(Figure, db.$queryRaw(windowQuery(window)));
}

/**
 * Orders are those received in the window, and their flow is the state at the time of counting. Refusals of the ingress
 * are in no ledger (D33); of confirmed quantities only the number is known.
 */
export function windowQuery(window: Window): Prisma.Sql {
  const [from, before] = [new Date(window.from), new Date(window.before)];
  const within = (column: Prisma.Sql) => Prisma.sql`${column} >= ${from} AND ${column} < ${before}`;
  return Prisma.sql`
    WITH came AS MATERIALIZED (
      SELECT id, shop_id FROM seller_order WHERE blanked_at IS NULL AND ${within(Prisma.sql`received_at`)}
      UNION ALL
      SELECT id, shop_id FROM seller_order WHERE blanked_at IS NOT NULL AND ${within(Prisma.sql`received_at`)}
    ), called AS MATERIALIZED (
      SELECT shop_id, outcome = 'confirmed' AS confirmed, width_bucket(duration_ms, ${[...DURATION_BOUNDS]}::int[]) AS class
      FROM store_call WHERE ${within(Prisma.sql`at`)}
    ), sent AS MATERIALIZED (
      SELECT s.id AS shop_id, CASE WHEN l.status <> 200 THEN 'refused' ELSE 'accepted' END AS key,
        l.event = 'inventory.updated' AS is_stock, l.outcome IS NOT DISTINCT FROM 'stale' AS is_late, count(*) AS count
      FROM shop s JOIN event_ledger l ON l.shop_id + 0 = s.id AND ${within(Prisma.sql`l.received_at`)} GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT s.id, 'refused', e.event IS NOT DISTINCT FROM 'inventory.updated', false, count(*)
      FROM shop s JOIN sent_event e ON e.shop_id = s.id AND e.status <> 200 AND e.by_ingress AND ${within(Prisma.sql`e.received_at`)}
      GROUP BY 1, 3
    )
    SELECT 'orders' AS kind, shop_id AS "shopId", '' AS key, count(*)::int AS count FROM came GROUP BY shop_id
    UNION ALL
    SELECT 'flow', came.shop_id, s.shop_id::text, count(DISTINCT came.id)::int
    FROM came JOIN shipping_order s ON s.seller_order_id = came.id AND s.state NOT IN ('stopped', 'refused')
    GROUP BY came.shop_id, s.shop_id
    UNION ALL
    SELECT 'flow', came.shop_id, 'waiting', count(DISTINCT came.id)::int
    FROM came JOIN order_line l ON l.seller_order_id = came.id AND l.state = 'waiting' GROUP BY came.shop_id
    UNION ALL
    SELECT 'events', shop_id, key, sum(count)::int FROM sent GROUP BY shop_id, key
    UNION ALL
    SELECT 'stock', shop_id, CASE WHEN key = 'refused' THEN key WHEN is_late THEN 'late' ELSE 'in_time' END, sum(count)::int
    FROM sent WHERE is_stock GROUP BY 2, 3
    UNION ALL
    SELECT 'calls', shop_id, CASE WHEN confirmed THEN 'confirmed' ELSE 'failed' END, sum(count)::int FROM (
      SELECT shop_id, confirmed, count(*) AS count FROM called GROUP BY shop_id, confirmed
      UNION ALL
      SELECT shop_id, true, sum(calls) FROM store_call_count WHERE ${within(Prisma.sql`minute`)} GROUP BY shop_id
    ) made GROUP BY shop_id, confirmed
    UNION ALL
    SELECT 'durations', shop_id, class::text, count(*)::int FROM called GROUP BY shop_id, class`;
}
