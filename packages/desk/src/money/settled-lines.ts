import { Prisma } from '@hub/database';

/** Instants of a period, ns since the epoch: from `from` on, before `before`. */
export interface Period {
  from: bigint;
  before: bigint;
}

/** As a time of the database. */
export function instantOf(ns: bigint): Date {
  return new Date(Number(ns / 1_000_000n));
}

/**
 * Which lines settled in a period (D24): complete ones by when their last package was recorded, partly shipped ones by
 * when their rest was ended; stopped ones never. Not by `shipped_at`, which a shop may report late or wrong: a printed
 * period never changes. As `settled.at`, shipping order line `l`, its order `s`, the seller order `o` and its line `ol`.
 */
export function settledLines(period: Period): Prisma.Sql {
  return Prisma.sql`${settlingLines(period)} ${unlessStopped()}`;
}

/** Starts with what was recorded in the period, through indexes: the cost does not grow with the orders of all time. */
export function settlingLines(period: Period): Prisma.Sql {
  const [from, before] = [instantOf(period.from), instantOf(period.before)];
  return Prisma.sql`(
      SELECT pl.shipping_order_line_id AS id, sum(pl.quantity) AS pieces, max(p.created_at) AS at, false AS partly
      FROM package p JOIN package_line pl ON pl.package_id = p.id
      WHERE p.created_at >= ${from} AND p.created_at < ${before}
      GROUP BY pl.shipping_order_line_id
      UNION ALL
      SELECT ended.id, ended.packaged, ended.rest_ended_at, true FROM shipping_order_line ended
      WHERE ended.rest_ended_at >= ${from} AND ended.rest_ended_at < ${before}
        AND ended.packaged > 0 AND ended.packaged < ended.quantity
    ) settled
    JOIN shipping_order_line l ON l.id = settled.id AND (settled.partly OR l.packaged >= l.quantity AND (
      settled.pieces >= l.packaged OR NOT EXISTS (
        SELECT FROM package_line pl JOIN package p ON p.id = pl.package_id
        WHERE pl.shipping_order_line_id = l.id AND p.created_at >= ${before}
      )
    ))`;
}

/** Of settled lines `l`: the pieces that are owed. */
export const SETTLED_PIECES = Prisma.sql`least(l.packaged, l.quantity)`;

/** Of settled lines `l`: what is owed for their goods. */
export const OWED = Prisma.sql`((l.calculation ->> 'unitPrice')::numeric * ${SETTLED_PIECES})`;

/** Of any line `l`: whether it settles, at some time. */
export const SETTLES = Prisma.sql`(l.packaged >= l.quantity OR l.packaged > 0 AND l.rest_ended_at IS NOT NULL)`;

/** Of settling lines `l`, with their orders. */
export function unlessStopped(): Prisma.Sql {
  return Prisma.sql`
    JOIN shipping_order s ON s.id = l.shipping_order_id AND s.state <> 'stopped'
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN order_line ol ON ol.id = l.order_line_id AND ol.state <> 'stopped'`;
}
