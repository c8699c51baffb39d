import { Prisma, rows, type Database, type Sql } from '@hub/database';
import { findDueShops, pickOldest, type DueRows, type ShopSlots } from '@hub/store-writes';
import { z } from 'zod';

/** A due shipping order. */
const DueShippingOrder = z.object({
  shippingOrderId: z.string(),
  sellerOrderId: z.string(),
  /** The shipping shop. */
  shopId: z.int(),
  /** A sweep has failed before. */
  failing: z.boolean(),
  /** Since when it was due: its place, if it is not called after all. */
  dueAt: z.date(),
  correlation: z.string(),
  /** Never sent, and not given up. */
  isPlanned: z.boolean(),
  lastAttemptAt: z.date().nullable(),
});
export type DueShippingOrder = z.output<typeof DueShippingOrder>;

/** When a picked one is picked again, if the process dies before it has decided. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Not placed, and with a time to be sent: planned, of unknown outcome, or disputed with a deferred replay. Nothing that
 * was never sent is placed once a stop was requested (D21).
 */
const DUE: DueRows = {
  table: Prisma.sql`shipping_order`,
  shop: Prisma.sql`shop_id`,
  operation: 'place_order',
  isOpen: Prisma.sql`d.state IN ('planned', 'sending', 'disputed')
    AND (d.state <> 'planned' OR d.stop_requested_at IS NULL)`,
  isFailing: Prisma.sql`d.passes > 0`,
  columns: Prisma.sql`d.seller_order_id, d.last_attempt_at, d.state = 'planned' AND d.failed_at IS NULL AS is_planned`,
};

/** Shops with a due shipping order to call. */
export function findShopsWithDueShippingOrders(db: Database, now: number): Promise<number[]> {
  return findDueShops(db, DUE, now);
}

/**
 * Picks due shipping orders, the oldest of each shop, and moves their time, so that no other worker picks them
 * meanwhile; except those that were never sent, which the same transaction claims (`claimPlanned`). The others are
 * decided under the order's locks, which come before theirs.
 */
export async function pickDueShippingOrders(
  tx: Sql,
  slots: readonly ShopSlots[],
  now: number,
): Promise<DueShippingOrder[]> {
  return rows(
    DueShippingOrder,
    tx.$queryRaw`
    WITH picked AS MATERIALIZED (${pickOldest(DUE, slots, now)}), forward AS (
      UPDATE shipping_order s SET next_attempt_at = ${new Date(now + LOOK_AGAIN_MS)}
      FROM picked p WHERE s.id = p.id AND NOT p.is_planned
    )
    SELECT p.id AS "shippingOrderId", p.seller_order_id AS "sellerOrderId", p.shop_id AS "shopId", p.failing,
      p.due_at AS "dueAt", o.correlation, p.is_planned AS "isPlanned",
      p.last_attempt_at AS "lastAttemptAt"
    FROM picked p CROSS JOIN LATERAL (
      SELECT o.correlation FROM seller_order o WHERE o.id = p.seller_order_id OFFSET 0) o`,
  );
}
