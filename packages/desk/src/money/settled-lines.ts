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

/**
 * Starts with what was recorded in the period. Each further row is read by its key (`OFFSET 0`): joined as tables, PostgreSQL would
 * read those of all time, because it takes a month for a large part of them.
 */
export function settlingLines(period: Period): Prisma.Sql {
  const [from, before] = [instantOf(period.from), instantOf(period.before)];
  return Prisma.sql`(
      SELECT pl.shipping_order_line_id AS id, sum(pl.quantity) AS pieces, max(p.created_at) AS at, false AS partly
      FROM package p CROSS JOIN LATERAL (
        SELECT shipping_order_line_id, quantity FROM package_line WHERE package_id = p.id OFFSET 0) pl
      WHERE p.created_at >= ${from} AND p.created_at < ${before}
      GROUP BY pl.shipping_order_line_id
      UNION ALL
      SELECT ended.id, ended.packaged, ended.rest_ended_at, true FROM shipping_order_line ended
      WHERE ended.rest_ended_at >= ${from} AND ended.rest_ended_at < ${before}
        AND ended.packaged > 0 AND ended.packaged < ended.quantity
    ) settled
    JOIN LATERAL (SELECT * FROM shipping_order_line WHERE id = settled.id OFFSET 0) l ON (settled.partly OR l.packaged >= l.quantity AND (
      settled.pieces >= l.packaged OR NOT EXISTS (
        SELECT FROM package_line pl CROSS JOIN LATERAL (
          SELECT FROM package p WHERE p.id = pl.package_id AND p.created_at >= ${before} OFFSET 0) later
        WHERE pl.shipping_order_line_id = l.id
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
    JOIN LATERAL (SELECT * FROM shipping_order WHERE id = l.shipping_order_id OFFSET 0) s ON s.state <> 'stopped'
    CROSS JOIN LATERAL (SELECT * FROM seller_order WHERE id = s.seller_order_id OFFSET 0) o
    JOIN LATERAL (SELECT * FROM order_line WHERE id = l.order_line_id OFFSET 0) ol ON ol.state <> 'stopped'`;
}
