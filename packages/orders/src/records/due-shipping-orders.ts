import { Prisma, rows, type Database, type Sql } from '@hub/database';
import { findDueShops, pickOldest, type DueRows, type ShopSlots } from '@hub/store-writes';
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

/** What a process picks is looked at again after so long, should it die before it has decided. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Not placed, and to be sent at a time: planned, of unknown outcome, or, disputed, by a replay that was put off. Nothing
 * that was never sent is placed once a stop was asked for (D21).
 */
const DUE: DueRows = {
  table: Prisma.sql`shipping_order`,
  shop: Prisma.sql`shop_id`,
  operation: 'place_order',
  isOpen: Prisma.sql`d.state IN ('planned', 'sending', 'disputed')
    AND (d.state <> 'planned' OR d.stop_requested_at IS NULL)`,
  isFailing: Prisma.sql`d.passes > 0`,
  columns: Prisma.sql`d.seller_order_id, d.state = 'planned' AND d.failed_at IS NULL AS is_planned`,
};

/** Shops that are to be called for a shipping order whose time has come. */
export function findShopsWithDueShippingOrders(db: Database, now: number): Promise<number[]> {
  return findDueShops(db, DUE, now);
}

/**
 * Picks shipping orders whose time has come, the oldest of each shop, and puts it forward, so that nobody else picks them
 * meanwhile; but for those that were never sent, which the same transaction claims (`claimPlanned`). What becomes of the
 * others is decided under the order's locks, which come before theirs.
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
      p.due_at AS "dueAt", o.correlation, p.is_planned AS "isPlanned"
    FROM picked p CROSS JOIN LATERAL (
      SELECT o.correlation FROM seller_order o WHERE o.id = p.seller_order_id OFFSET 0) o`,
  );
}
