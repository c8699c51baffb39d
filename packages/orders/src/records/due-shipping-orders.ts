import { Prisma, rows, type Database, type Sql } from '@hub/database';
import { z } from 'zod';

/** A shipping order whose time has come. */
const DueShippingOrder = z.object({
  shippingOrderId: z.string(),
  sellerOrderId: z.string(),
  /** The shipping shop. */
  shopId: z.int(),
  /** A pass has failed before. */
  failing: z.boolean(),
  /** Since when it was due: its place, where it is not called after all. */
  dueAt: z.date(),
  correlation: z.string(),
  /** Never sent, and not given up. */
  isPlanned: z.boolean(),
});
export type DueShippingOrder = z.output<typeof DueShippingOrder>;

const ShopRow = z.object({ id: z.int() });

/** How many of a shop may be picked: those that never failed, and those that did. */
interface Slots {
  shopId: number;
  fresh: number;
  failing: number;
}

/** What a process picks is looked at again after so long, should it die before it has decided. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Not placed, and to be sent at a time: planned, of unknown outcome, or, disputed, by a replay that was put off. Nothing
 * that was never sent is placed once a stop was asked for (D21).
 */
const IS_DUE = Prisma.sql`d.state IN ('planned', 'sending', 'disputed')
  AND (d.state <> 'planned' OR d.stop_requested_at IS NULL)`;

/** Shops that are to be called for a shipping order whose time has come. */
export async function findShopsWithDueShippingOrders(db: Database, now: number): Promise<number[]> {
  const shops = await rows(
    ShopRow,
    db.$queryRaw`
    SELECT s.id FROM shop s WHERE EXISTS (
      SELECT FROM shipping_order d
      WHERE d.shop_id = s.id AND d.next_attempt_at <= ${new Date(now)} AND ${IS_DUE})`,
  );
  return shops.map(({ id }) => id);
}

/**
 * Picks shipping orders whose time has come, the oldest of each shop, and puts it forward, so that nobody else picks them
 * meanwhile; but for those that were never sent, which the same transaction claims (`claimPlanned`). Of a shop that is held
 * one alone: the oldest held call is the probe (D23). What becomes of the others is decided under the order's locks, which
 * come before theirs.
 */
export async function pickDueShippingOrders(
  tx: Sql,
  slots: readonly Slots[],
  now: number,
): Promise<DueShippingOrder[]> {
  return rows(
    DueShippingOrder,
    tx.$queryRaw`
    WITH picked AS MATERIALIZED (
      SELECT p.shop_id, row.*, row.state = 'planned' AND row.failed_at IS NULL AS is_planned FROM unnest(
        ${slots.map(({ shopId }) => shopId)}::int[],
        ${slots.map(({ fresh }) => fresh)}::int[],
        ${slots.map(({ failing }) => failing)}::int[]
      ) AS p (shop_id, fresh, failing)
      CROSS JOIN LATERAL (
        SELECT count(*) > 0 AS held FROM call_hold h
        WHERE h.shop_id = p.shop_id AND h.operation IN ('all', 'place_order')
      ) AS hold
      CROSS JOIN LATERAL (VALUES (false, p.fresh), (true, p.failing)) AS queue (failing, slots)
      CROSS JOIN LATERAL (
        SELECT d.id, d.seller_order_id, d.next_attempt_at AS due_at, d.state, d.failed_at, queue.failing
        FROM shipping_order d
        WHERE d.shop_id = p.shop_id AND (d.passes > 0) = queue.failing
          AND d.next_attempt_at <= ${new Date(now)} AND ${IS_DUE}
        ORDER BY d.next_attempt_at LIMIT CASE WHEN hold.held THEN least(queue.slots, 1) ELSE queue.slots END
        FOR UPDATE OF d SKIP LOCKED
      ) AS row
    ), forward AS (
      UPDATE shipping_order s SET next_attempt_at = ${new Date(now + LOOK_AGAIN_MS)}
      FROM picked p WHERE s.id = p.id AND NOT p.is_planned
    )
    SELECT p.id AS "shippingOrderId", p.seller_order_id AS "sellerOrderId", p.shop_id AS "shopId", p.failing,
      p.due_at AS "dueAt", o.correlation, p.is_planned AS "isPlanned"
    FROM picked p CROSS JOIN LATERAL (
      SELECT o.correlation FROM seller_order o WHERE o.id = p.seller_order_id OFFSET 0) o`,
  );
}
