import { ShippingOrderRequest } from '@hub/contract';
import { Prisma, rows, type Sql } from '@hub/database';
import { beginAttempt, openReservationsOf } from '@hub/stock';
import { z } from 'zod';
import type { DueShippingOrder } from '../records/due-shipping-orders';
import { statesBefore } from '../states/shipping-order-states';
import type { PlacingClaim } from './claim-shipping-order';

const Claimed = z.object({
  shippingOrderId: z.string(),
  sellerOrderId: z.string(),
  shopId: z.int(),
  payload: ShippingOrderRequest,
  passes: z.int(),
  callAttempts: z.int(),
  decidedAt: z.date(),
  failedBefore: z.boolean(),
});

const NS_PER_MS = 1_000_000n;

/**
 * `claim` of many (D18): of the picked shipping orders, those that are simply to be sent are marked as being sent, and
 * their first attempt starts (D17). It locks, after the shipping orders, the variants that they reserve, and their
 * seller orders if no other process has locked them, so that no two processes wait for each other. The rest are decided
 * separately.
 */
export async function claimPlanned(
  tx: Sql,
  picked: readonly DueShippingOrder[],
  { now, leaseUntil }: { now: number; leaseUntil: Date },
): Promise<PlacingClaim[]> {
  const planned = picked.filter(({ isPlanned }) => isPlanned);
  if (planned.length === 0) return [];
  const ids = await lockForClaims(tx, planned);
  const at = new Date(now);
  const claimed = await rows(
    Claimed,
    tx.$queryRaw`
      WITH claimed AS (
        UPDATE shipping_order s
        SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil}, last_attempt_at = ${at},
          first_sent_at = coalesce(s.first_sent_at, ${at}), ended_at = NULL
        WHERE s.id = ANY (${ids}::uuid[]) AND s.state = ANY (${statesBefore('claim')}::shipping_order_state[])
          AND s.stop_requested_at IS NULL AND s.failed_at IS NULL
        RETURNING s.id, s.seller_order_id, s.shop_id, s.payload, s.passes, s.call_attempts, s.created_at, s.last_failure
      ), attempted AS (${beginAttempt(Prisma.sql`claimed`, BigInt(now) * NS_PER_MS)})
      SELECT id AS "shippingOrderId", seller_order_id AS "sellerOrderId", shop_id AS "shopId", payload, passes,
        call_attempts AS "callAttempts", created_at AS "decidedAt", last_failure IS NOT NULL AS "failedBefore"
      FROM claimed`,
  );
  const triedAt = new Map(planned.map((one) => [one.shippingOrderId, one.lastAttemptAt]));
  return claimed.map((claim) => ({
    ...claim,
    known: 'nothing_done',
    claimedAt: now,
    lastAttemptAt: triedAt.get(claim.shippingOrderId) ?? null,
    leaseUntil,
  }));
}

/** @returns the shipping orders whose seller order no other process has locked */
async function lockForClaims(tx: Sql, planned: readonly DueShippingOrder[]): Promise<string[]> {
  const locked = await rows(
    z.object({ ids: z.array(z.string()) }),
    tx.$queryRaw`
      WITH picked AS MATERIALIZED (
        SELECT * FROM unnest(
          ${planned.map(({ shippingOrderId }) => shippingOrderId)}::uuid[],
          ${planned.map(({ sellerOrderId }) => sellerOrderId)}::uuid[]
        ) AS p (id, seller_order_id)
      ), free AS MATERIALIZED (
        SELECT o.id FROM seller_order o WHERE o.id = ANY (ARRAY(SELECT seller_order_id FROM picked))
        FOR UPDATE SKIP LOCKED
      ), claimable AS MATERIALIZED (
        SELECT p.id FROM picked p JOIN free ON free.id = p.seller_order_id
      ), reserved AS MATERIALIZED (
        SELECT DISTINCT r.shop_id, r.variant_id FROM claimable p ${openReservationsOf(Prisma.sql`p.id`)}
        ORDER BY r.shop_id, r.variant_id
      ), variants AS MATERIALIZED (
        SELECT count(*) FROM (
          SELECT FROM reserved k CROSS JOIN LATERAL (
            SELECT FROM variant v WHERE v.shop_id = k.shop_id AND v.variant_id = k.variant_id FOR UPDATE) v) locked
      )
      SELECT array(SELECT id FROM claimable) AS ids FROM variants`,
  );
  return locked.flatMap(({ ids }) => ids);
}
