import { Prisma } from '@hub/database';

/** Instants of a period, ns since the epoch: from `from` on, before `before`. */
export interface Period {
  from: bigint;
  before: bigint;
}

/**
 * Which lines settled in a period (D24): complete, by their last package; stopped ones never. As `settled.shipped_at`,
 * shipping order line `l`, its order `s`, the seller order `o` and its line `ol`.
 */
export function settledLines(period: Period): Prisma.Sql {
  return Prisma.sql`${completeLines(period)} ${unlessStopped()}`;
}

/** Starts with the packages of the period, through their index: the cost does not grow with the orders of all time. */
export function completeLines(period: Period): Prisma.Sql {
  return Prisma.sql`(
      SELECT pl.shipping_order_line_id AS id, sum(pl.quantity) AS pieces, max(p.shipped_at) AS shipped_at
      FROM package p JOIN package_line pl ON pl.package_id = p.id
      WHERE p.shipped_at >= ${period.from}::bigint AND p.shipped_at < ${period.before}::bigint
      GROUP BY pl.shipping_order_line_id
    ) settled
    JOIN shipping_order_line l ON l.id = settled.id AND l.packaged >= l.quantity AND (
      settled.pieces >= l.packaged OR NOT EXISTS (
        SELECT FROM package_line pl JOIN package p ON p.id = pl.package_id
        WHERE pl.shipping_order_line_id = l.id AND p.shipped_at >= ${period.before}::bigint
      )
    )`;
}

/** Of complete lines `l`, with their orders. */
export function unlessStopped(): Prisma.Sql {
  return Prisma.sql`
    JOIN shipping_order s ON s.id = l.shipping_order_id AND s.state <> 'stopped'
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN order_line ol ON ol.id = l.order_line_id AND ol.state <> 'stopped'`;
}
