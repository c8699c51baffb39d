import { executeWithNext, Prisma, type Sql } from '@hub/database';
import { fallsOf } from '@hub/stock';
import { lockPlacedIds } from '../records/lock-seller-order-id';
import { z } from 'zod';
import { usesIdForAnother } from './order-id-at-shop';
import { PLACING_ALERTS } from './placement-placed';

/** A valid receipt of a claimed shipping order. */
export interface ClaimedReceipt {
  shippingOrderId: string;
  shopId: number;
  storeOrderId: string;
  /** Of the claim. */
  leaseUntil: Date;
  /** When the attempt started that brought the receipt; milliseconds since the epoch. */
  attemptedAt: number;
}

const NS_PER_MS = 1_000_000n;
const Recorded = z.array(z.object({ id: z.string() }));

/**
 * Records receipts of calls that ended together (D18), and has the shops' stock reports from these attempts on consume
 * the reservations (D17). One statement locks, in this order, ids, shipping orders, variants. Another one writes. They are sent
 * together. If anything else is to follow (a stop or a marker waits, an alert is open, stock fell before, the id is in
 * use, another worker holds the claim) it skips the shipping order.
 * @returns the ids of those recorded
 */
export async function recordReceipts(
  tx: Sql,
  receipts: readonly ClaimedReceipt[],
  now: number,
): Promise<Set<string>> {
  if (receipts.length === 0) return new Set();
  await lockForReceipts(tx, receipts);
  const rows = Recorded.parse(
    await tx.$queryRaw`
      WITH receipt AS MATERIALIZED (
        SELECT * FROM unnest(
          ${receipts.map(({ shippingOrderId }) => shippingOrderId)}::uuid[],
          ${receipts.map(({ shopId }) => shopId)}::int[],
          ${receipts.map(({ storeOrderId }) => storeOrderId)}::text[],
          ${receipts.map(({ leaseUntil }) => leaseUntil)}::timestamptz[],
          ${receipts.map(({ attemptedAt }) => BigInt(attemptedAt) * NS_PER_MS)}::bigint[]
        ) AS r (id, shop_id, store_order_id, lease_until, attempted_at)
      ), plain AS MATERIALIZED (
        SELECT r.* FROM receipt r CROSS JOIN LATERAL (
          SELECT s.state, s.lease_until, s.stop_requested_at, s.store_order_id FROM shipping_order s
          WHERE s.id = r.id OFFSET 0) s
        WHERE s.state = 'sending' AND s.lease_until = r.lease_until AND s.stop_requested_at IS NULL
          AND s.store_order_id IS NULL
          AND (SELECT count(*) FROM receipt e
            WHERE e.shop_id = r.shop_id AND e.store_order_id = r.store_order_id) = 1
          AND NOT ${usesIdForAnother({
            shopId: Prisma.sql`r.shop_id`,
            orderId: Prisma.sql`r.store_order_id`,
            shippingOrderId: Prisma.sql`r.id`,
          })}
          AND NOT EXISTS (SELECT FROM cancellation_marker m
            WHERE m.shop_id = r.shop_id AND m.order_id = r.store_order_id OFFSET 0)
          AND NOT EXISTS (SELECT FROM alert a
            WHERE a.kind = ANY (${[...PLACING_ALERTS]}::text[]) AND a.subject = 'shipping_order:' || r.id
              AND a.state <> 'resolved' OFFSET 0)
          AND NOT EXISTS (SELECT FROM shipping_order_line l
            CROSS JOIN LATERAL (
              SELECT * FROM reservation v WHERE v.shipping_order_line_id = l.id OFFSET 0) v
            CROSS JOIN LATERAL (${fallsOf(Prisma.sql`v`)}) f
            WHERE l.shipping_order_id = r.id AND v.remaining > 0 AND f.id > v.falls_before OFFSET 0)
      ), placed AS (
        UPDATE shipping_order s
        SET state = 'placed', store_order_id = p.store_order_id, placed_at = ${new Date(now)}, lease_until = NULL,
          next_attempt_at = NULL, last_failure = NULL, failed_at = NULL, ended_at = NULL
        FROM plain p WHERE s.id = p.id
      ), consumable AS (
        UPDATE reservation v SET consumable_from = k.attempted_at
        FROM (
          SELECT r.id, p.attempted_at FROM plain p
          CROSS JOIN LATERAL (SELECT s.stock_deducted_at FROM shop s WHERE s.id = p.shop_id OFFSET 0) s
          CROSS JOIN LATERAL (SELECT l.id FROM shipping_order_line l WHERE l.shipping_order_id = p.id OFFSET 0) l
          CROSS JOIN LATERAL (
            SELECT r.id, r.kind, r.remaining, r.consumable_from FROM reservation r
            WHERE r.shipping_order_line_id = l.id OFFSET 0) r
          WHERE s.stock_deducted_at = 'order' AND r.kind = 'reserved' AND r.remaining > 0 AND r.consumable_from IS NULL
        ) k
        WHERE v.id = k.id
      )
      SELECT id FROM plain`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function lockForReceipts(tx: Sql, receipts: readonly ClaimedReceipt[]): Promise<void> {
  const orders = receipts.map(({ shopId, storeOrderId: orderId }) => ({ shopId, orderId }));
  const ids = receipts.map(({ shippingOrderId }) => shippingOrderId);
  const locks = Prisma.sql`
    WITH named AS MATERIALIZED (${lockPlacedIds(orders)}),
    locked AS MATERIALIZED (
      SELECT s.id FROM shipping_order s
      WHERE (SELECT count(*) FROM named) > 0 AND s.id = ANY (${ids}::uuid[]) ORDER BY s.id FOR UPDATE
    ), reserved AS MATERIALIZED (
      SELECT DISTINCT r.shop_id, r.variant_id FROM locked k
      CROSS JOIN LATERAL (SELECT l.id FROM shipping_order_line l WHERE l.shipping_order_id = k.id OFFSET 0) l
      CROSS JOIN LATERAL (
        SELECT r.shop_id, r.variant_id, r.kind, r.remaining FROM reservation r
        WHERE r.shipping_order_line_id = l.id OFFSET 0) r
      WHERE r.kind = 'reserved' AND r.remaining > 0
      ORDER BY r.shop_id, r.variant_id
    )
    SELECT v.locked FROM reserved k
    CROSS JOIN LATERAL (
      SELECT true AS locked FROM variant v
      WHERE v.shop_id = k.shop_id AND v.variant_id = k.variant_id FOR UPDATE) v`;
  await executeWithNext(tx, locks);
}
