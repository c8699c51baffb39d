import { Prisma } from '@hub/database';
import { holdsLine } from '@hub/orders/states';
import { z } from 'zod';

/**
 * The overall state of an order, the worst of its lines first; one label that is always true. `own`: the selling shop
 * ships all of it itself. `not_placed`: given up before anything was sent. `closed`: no shop ships it.
 */
export const ORDER_HEADLINES = [
  'held',
  'stopping',
  'cancelled',
  'own',
  'refused',
  'disputed',
  'waiting',
  'not_placed',
  'routing',
  'placing',
  'placed',
  'partly_shipped',
  'shipped',
  'partly_returned',
  'returned',
  'dry_run',
  'closed',
] as const;
export const OrderHeadline = z.enum(ORDER_HEADLINES);
export type OrderHeadline = z.output<typeof OrderHeadline>;

/**
 * The one definition of an order's headline: `headline.headline`, to be joined to `seller_order` by its alias. Read
 * only by keys, some ten rows per order.
 */
export function joinHeadline(order: string): Prisma.Sql {
  const o = Prisma.raw(order);
  return Prisma.sql`
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE l.state <> 'own') AS network, count(*) FILTER (WHERE l.state = 'allocated') AS allocated,
        count(*) FILTER (WHERE l.state = 'shipped') AS shipped,
        bool_or(l.state = 'waiting' AND l.waiting_reason IS NOT NULL) AS waits, bool_or(l.state = 'waiting') AS routing
      FROM order_line l WHERE l.seller_order_id = ${o}.id
    ) line
    CROSS JOIN LATERAL (
      SELECT bool_or(s.state = 'refused') AS refused, bool_or(s.state = 'disputed') AS disputed,
        bool_or(s.state = 'planned' AND s.failed_at IS NOT NULL) AS not_placed,
        bool_or(s.state IN ('planned', 'sending')) AS placing, bool_or(s.state = 'dry_run') AS dry_run
      FROM shipping_order s
      WHERE s.seller_order_id = ${o}.id AND s.state NOT IN ('placed', 'stopped') AND EXISTS (
        SELECT FROM shipping_order_line given JOIN order_line l ON l.id = given.order_line_id
        WHERE given.shipping_order_id = s.id AND ${holdsLine({ shippingOrder: 's', line: 'l' })}
      )
    ) given
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT back.order_line_id) AS returned FROM "return" r JOIN return_line back ON back.return_id = r.id
      WHERE r.seller_order_id = ${o}.id
    ) gone_back
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN ${o}.state = 'held' THEN 'held'
        WHEN ${o}.state = 'stopping' THEN 'stopping'
        WHEN ${o}.state = 'stopped' THEN 'cancelled'
        WHEN line.network = 0 THEN 'own'
        WHEN given.refused THEN 'refused'
        WHEN given.disputed THEN 'disputed'
        WHEN line.waits THEN 'waiting'
        WHEN given.not_placed THEN 'not_placed'
        WHEN line.routing THEN 'routing'
        WHEN given.placing THEN 'placing'
        WHEN given.dry_run THEN 'dry_run'
        WHEN gone_back.returned > 0 AND line.allocated = 0 AND gone_back.returned >= line.shipped THEN 'returned'
        WHEN gone_back.returned > 0 THEN 'partly_returned'
        WHEN line.shipped > 0 AND line.allocated > 0 THEN 'partly_shipped'
        WHEN line.shipped > 0 THEN 'shipped'
        WHEN line.allocated > 0 THEN 'placed'
        ELSE 'closed'
      END AS headline
    ) headline`;
}
