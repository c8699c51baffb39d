import { Prisma, rows, type Tx } from '@hub/database';
import { toShipBy, type ShipTerms } from '@hub/orders/placements';
import { z } from 'zod';
import type { Window } from '../count-window';
import { readShipTimes, shouldShip } from '../../works/ship-times';

/** Upper bounds of the classes in which times from the first call of an order to its receipt are counted, seconds. */
export const ACCEPT_BOUNDS = [
  1, 2, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400, 259_200,
] as const;
const HOUR_S = 3_600;
/** The same of times from the receipt to the last package, seconds. */
export const SHIP_BOUNDS: readonly number[] = [
  1, 2, 4, 8, 12, 18, 24, 36, 48, 72, 96, 120, 168, 240, 336, 720,
].map((hours) => hours * HOUR_S);

/** `accepted_in` and `shipped_in` have the number of a class as key, `shipping` what happened. */
export const SHIPPING_KINDS = ['accepted_in', 'shipped_in', 'shipping'] as const;
export type ShippingKey = 'late' | 'cannot_ship' | 'refused' | 'returned' | 'cancelled';

const ShippingFigure = z.object({
  kind: z.enum(SHIPPING_KINDS),
  shopId: z.int(),
  key: z.string(),
  count: z.int(),
});
/** What a shipping shop did in a window of time. */
export type ShippingFigure = z.output<typeof ShippingFigure>;

/** How shipping shops did in a window, each by its own part of it: read by the indexes of time and by keys. */
export async function countShops(tx: Tx, window: Window): Promise<ShippingFigure[]> {
  return [
    ...(await rows(ShippingFigure, tx.$queryRaw(shopsQuery(window)))),
    ...(await countLate(tx, window)),
  ];
}

const within = (column: Prisma.Sql, { from, before }: Window) =>
  Prisma.sql`${column} >= ${new Date(from)} AND ${column} < ${new Date(before)}`;

/** Orders whose last piece was packed in the window, each once however many packages it has. */
function packedIn(window: Window): Prisma.Sql {
  return Prisma.sql`
    SELECT s.* FROM (SELECT DISTINCT p.shipping_order_id AS id FROM package p WHERE ${within(Prisma.sql`p.created_at`, window)}) p
    CROSS JOIN LATERAL (
      SELECT s.shop_id, coalesce(s.placed_at, s.created_at) AS placed_at, s.packed_at, s.promised_by FROM shipping_order s
      WHERE s.id = p.id AND ${within(Prisma.sql`s.packed_at`, window)} OFFSET 0) s`;
}

/**
 * An order is accepted by the call that brought its receipt, and refused by one that was answered with a `4xx`. A
 * returned line counts at its first report, by whichever side (D13).
 */
export function shopsQuery(window: Window): Prisma.Sql {
  return Prisma.sql`
    SELECT 'accepted_in' AS kind, c.shop_id AS "shopId",
      width_bucket(extract(epoch FROM s.took)::float8, ${[...ACCEPT_BOUNDS]}::float8[])::text AS key, count(*)::int
    FROM store_call c CROSS JOIN LATERAL (
      SELECT greatest(s.placed_at - coalesce(s.first_sent_at, s.created_at), interval '0') AS took FROM shipping_order s
      WHERE s.external_ref = c.reference AND s.placed_at IS NOT NULL OFFSET 0) s
    WHERE ${within(Prisma.sql`c.at`, window)} AND c.operation = 'place_order' AND c.outcome = 'confirmed' GROUP BY 2, 3
    UNION ALL
    SELECT 'shipped_in', s.shop_id,
      width_bucket(extract(epoch FROM s.packed_at - s.placed_at)::float8, ${[...SHIP_BOUNDS]}::float8[])::text, count(*)::int
    FROM (${packedIn(window)}) s GROUP BY 2, 3
    UNION ALL
    SELECT 'shipping', c.shop_id, 'refused', count(*)::int FROM store_call c
    WHERE ${within(Prisma.sql`c.at`, window)} AND c.operation = 'place_order' AND c.outcome = 'refused'
      AND c.status BETWEEN 400 AND 499 AND c.status <> 429 GROUP BY 2
    UNION ALL
    SELECT 'shipping', c.requested_by, 'cannot_ship', count(*)::int FROM cancellation c
    WHERE c.kind = 'cannot_ship' AND NOT c.taken_back AND ${within(Prisma.sql`c.requested_at`, window)} GROUP BY 2
    UNION ALL
    SELECT 'shipping', s.shop_id, 'cancelled', count(*)::int FROM cancellation c
    JOIN shipping_order_stop p ON p.cancellation_id = c.id
    JOIN shipping_order s ON s.id = p.shipping_order_id AND s.placed_at IS NOT NULL
    WHERE c.kind = 'whole_order' AND c.state = 'stopped' AND ${within(Prisma.sql`c.finished_at`, window)} GROUP BY 2
    UNION ALL
    SELECT 'shipping', s.shop_id, 'returned', count(DISTINCT r.id)::int FROM "return" r
    JOIN return_line l ON l.return_id = r.id
    LEFT JOIN shipping_order_line sl ON sl.id = l.shipping_order_line_id
    JOIN shipping_order s ON s.id = coalesce(r.shipping_order_id, sl.shipping_order_id)
    WHERE ${within(Prisma.sql`r.created_at`, window)} AND NOT EXISTS (
      SELECT FROM return_line e JOIN "return" o ON o.id = e.return_id
      WHERE e.order_line_id = l.order_line_id AND o.created_at < r.created_at) GROUP BY 2`;
}

const PackedRow = z.object({
  shopId: z.int(),
  placedAt: z.date(),
  packedAt: z.date(),
  promisedBy: z.date().nullable(),
});
const TermsRow = z.object({
  id: z.int(),
  timeZone: z.string(),
  shipWithin: z.string(),
  closedDays: z.array(z.string()),
});

/** Orders whose last piece left after their shop's time (D38). Only those that may be late are read one by one. */
async function countLate(tx: Tx, window: Window): Promise<ShippingFigure[]> {
  const times = await readShipTimes(tx, window.before);
  const mayBeLate = shouldShip(times, { shopId: Prisma.sql`s.shop_id`, placedAt: Prisma.sql`s.placed_at` });
  const packed = await rows(
    PackedRow,
    tx.$queryRaw`
    SELECT s.shop_id AS "shopId", s.placed_at AS "placedAt", s.packed_at AS "packedAt", s.promised_by AS "promisedBy"
    FROM (${packedIn(window)}) s WHERE s.promised_by IS NOT NULL OR (${mayBeLate})`,
  );
  const terms = await readTerms(tx, [...new Set(packed.map(({ shopId }) => shopId))]);
  const late = new Map<number, number>();
  for (const { shopId, placedAt, packedAt, promisedBy } of packed) {
    const of = terms.get(shopId);
    if (of && packedAt > toShipBy({ placedAt, createdAt: placedAt, promisedBy }, of))
      late.set(shopId, (late.get(shopId) ?? 0) + 1);
  }
  return [...late].map(([shopId, count]) => ({ kind: 'shipping', shopId, key: 'late', count }));
}

async function readTerms(tx: Tx, shopIds: readonly number[]): Promise<Map<number, ShipTerms>> {
  if (shopIds.length === 0) return new Map();
  const found = await rows(
    TermsRow,
    tx.$queryRaw`
    SELECT id, time_zone AS "timeZone", ship_within AS "shipWithin", coalesce(closed_days, '{}') AS "closedDays"
    FROM shop WHERE id = ANY (${[...shopIds]}::int[])`,
  );
  return new Map(found.map(({ id, ...terms }) => [id, terms]));
}
