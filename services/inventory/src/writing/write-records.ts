import { Prisma, rows, type Database, type Sql } from '@hub/database';
import type { VariantKey } from '@hub/stock';
import type { ShopSlots } from '@hub/store-writes';
import { z } from 'zod';
import { isSentAtOnce, MAY_BE_SENT, momentInCycle, ROW_KEY } from './due-times';

const IdRow = z.object({ id: z.int() });
const ConfirmedRow = z.object({ shopId: z.int(), variantId: z.string(), dueNow: z.boolean() });

const ClaimedQuantity = z.object({
  slug: z.string(),
  /** The shop's `HUB_Network`. */
  locationId: z.string(),
  /** The target at this moment: what is sent (D16). */
  quantity: z.int(),
  /** Left out of its shop's last catalogue run. */
  retired: z.boolean(),
  /** Its article, where the article's changes have not reached the rows yet; null: there are none. */
  unsentOf: z.string().nullable(),
  /** Failed tries before this one. */
  failures: z.int(),
  /** Attempts made of a call that was deferred (D23). */
  callAttempts: z.int(),
  claimedAt: z.date(),
  leaseUntil: z.date(),
  shopId: z.int(),
  variantId: z.string(),
  failing: z.boolean(),
});

/** A row claimed for a call; no other worker writes it until the lease is over. */
export type ClaimedQuantity = z.output<typeof ClaimedQuantity>;

/**
 * Shops with something due, queried shop by shop: that costs the same however many rows a slow store leaves behind. A
 * shop that is switched off is only sent 0, for ten minutes (D16); a held one has one call in five minutes (D23).
 */
export async function shopsWithDueWrites(db: Database): Promise<number[]> {
  const found = await rows(
    IdRow,
    db.$queryRaw`
    SELECT s.id FROM shop s
    WHERE NOT EXISTS (SELECT FROM call_hold h
      WHERE h.shop_id = s.id AND h.operation IN ('all', 'write_inventory') AND h.next_probe_at > now()) AND EXISTS (
      SELECT FROM (VALUES (false), (true)) AS share (failing)
      CROSS JOIN LATERAL (
        SELECT FROM network_quantity n
        WHERE n.shop_id = s.id AND n.state <> 'in_step' AND (n.failures > 0) = share.failing
          AND n.next_attempt_at <= now() AND ${MAY_BE_SENT}
        LIMIT 1
      ) AS row
    )`,
  );
  return found.map(({ id }) => id);
}

/**
 * Claims rows of several shops in one statement and a separate transaction: rows that are due, or claimed by a worker
 * whose lease is over. Rows that another process has locked are skipped.
 */
export async function claimWrites(
  tx: Sql,
  slots: readonly ShopSlots[],
  leaseMs: number,
): Promise<ClaimedQuantity[]> {
  if (slots.length === 0) return [];
  return rows(
    ClaimedQuantity,
    tx.$queryRaw`
    WITH picked AS MATERIALIZED (
      SELECT s.id AS shop_id, s.slug, s.hub_network_location_id, row.variant_id
      FROM unnest(
        ${slots.map(({ shopId }) => shopId)}::int[],
        ${slots.map(({ fresh }) => fresh)}::int[],
        ${slots.map(({ failing }) => failing)}::int[]
      ) AS p (shop_id, fresh, failing)
      CROSS JOIN LATERAL (
        SELECT id, slug, hub_network_location_id, inventory, inventory_off_since FROM shop WHERE id = p.shop_id OFFSET 0
      ) AS s
      CROSS JOIN LATERAL (
        SELECT count(*) > 0 AS held, coalesce(bool_and(h.next_probe_at <= now()), true) AS open FROM call_hold h
        WHERE h.shop_id = s.id AND h.operation IN ('all', 'write_inventory')
      ) AS hold
      CROSS JOIN LATERAL (VALUES (false, p.fresh), (true, p.failing)) AS share (failing, slots)
      CROSS JOIN LATERAL (
        SELECT n.variant_id FROM network_quantity n
        WHERE n.shop_id = s.id AND n.state <> 'in_step' AND (n.failures > 0) = share.failing
          AND n.next_attempt_at <= now() AND ${MAY_BE_SENT} AND hold.open
        ORDER BY n.next_attempt_at
        LIMIT CASE WHEN hold.held THEN least(share.slots, 1) ELSE share.slots END
        FOR UPDATE OF n SKIP LOCKED
      ) AS row
    )
    UPDATE network_quantity n SET state = 'writing', unsent_since = NULL,
      lease_until = now() + ${leaseMs} * interval '1 ms', next_attempt_at = now() + ${leaseMs} * interval '1 ms'
    FROM picked WHERE n.shop_id = picked.shop_id AND n.variant_id = picked.variant_id
    RETURNING n.shop_id AS "shopId", n.variant_id AS "variantId", picked.slug,
      picked.hub_network_location_id AS "locationId", n.wanted AS quantity, n.failures,
      n.failures > 0 AS failing, n.call_attempts AS "callAttempts",
      EXISTS (SELECT FROM variant v WHERE v.shop_id = n.shop_id AND v.variant_id = n.variant_id
        AND v.state = 'retired') AS retired,
      (SELECT CASE WHEN (SELECT a.due_at FROM article_calculation a WHERE a.gtin = v.gtin) IS NOT NULL THEN v.gtin END
        FROM variant v WHERE v.shop_id = n.shop_id AND v.variant_id = n.variant_id) AS "unsentOf",
      now() AS "claimedAt", n.lease_until AS "leaseUntil"`,
  );
}

/**
 * Joins the row `n` of a claim `e` that is still in force, and locks it. Only a row that is being written has a lease:
 * asking for that state as well would let PostgreSQL read all rows that are out of sync, for each of them
 * (decisions/database.md#plans-of-hot-statements).
 */
const CLAIMED_ROW = Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT k.shop_id, k.variant_id, k.wanted, k.reported, k.reported_at FROM network_quantity k
    WHERE k.shop_id = e.shop_id AND k.variant_id = e.variant_id AND k.lease_until = e.lease_until
    FOR UPDATE) n`;

/**
 * Confirmed: the store shows what was sent. Where the target has changed meanwhile the row is due as D16 says; where
 * the store reported another quantity after the claim, which may be from before or after our write, it is written again at the next sync cycle.
 * @returns variants that are due again at once
 */
export async function recordConfirmed(
  tx: Sql,
  writes: readonly ClaimedQuantity[],
  syncIntervalMs: number,
): Promise<VariantKey[]> {
  if (writes.length === 0) return [];
  const found = await rows(
    ConfirmedRow,
    tx.$queryRaw`
    WITH ended AS MATERIALIZED (
      SELECT n.shop_id, n.variant_id, e.sent, e.claimed_at, n.wanted <> e.sent AS outdated,
        coalesce(n.reported_at > e.claimed_at AND n.reported <> e.sent, false) AS contradicted
      FROM (
        SELECT * FROM unnest(
          ${writes.map((write) => write.shopId)}::int[],
          ${writes.map((write) => write.variantId)}::text[],
          ${writes.map((write) => write.leaseUntil)}::timestamptz[],
          ${writes.map((write) => write.claimedAt)}::timestamptz[],
          ${writes.map((write) => write.quantity)}::int[]
        ) AS e (shop_id, variant_id, lease_until, claimed_at, sent)
        ORDER BY shop_id, variant_id
      ) AS e ${CLAIMED_ROW}
    )
    UPDATE network_quantity n SET
      state = CASE WHEN e.outdated OR e.contradicted THEN 'due'::network_quantity_state ELSE 'in_step' END,
      next_attempt_at = CASE
        WHEN e.outdated AND ${AT_ONCE_AFTER_WRITE} THEN now()
        WHEN e.outdated THEN greatest(now(), ${momentInCycle(UNSENT_SINCE, ROW_KEY, syncIntervalMs)})
        WHEN e.contradicted THEN now() + ${syncIntervalMs} * interval '1 ms' END,
      out_of_step_since = CASE WHEN e.outdated OR e.contradicted THEN now() END,
      unsent_since = CASE WHEN e.outdated THEN ${UNSENT_SINCE} END,
      written = e.sent, written_from = e.claimed_at,
      reported = CASE WHEN e.contradicted THEN n.reported ELSE e.sent END,
      reported_at = CASE WHEN e.contradicted THEN n.reported_at ELSE now() END,
      lease_until = NULL, failures = 0, call_attempts = 0, last_failure = NULL
    FROM ended e WHERE n.shop_id = e.shop_id AND n.variant_id = e.variant_id
    RETURNING n.shop_id AS "shopId", n.variant_id AS "variantId",
      n.state = 'due' AND n.next_attempt_at < now() + interval '1 ms' AS "dueNow"`,
  ); // the column is rounded to milliseconds
  return found.filter(({ dueNow }) => dueNow);
}

const UNSENT_SINCE = Prisma.sql`coalesce(n.unsent_since, now())`;
const AT_ONCE_AFTER_WRITE = isSentAtOnce({
  target: Prisma.sql`n.wanted`,
  written: Prisma.sql`e.sent`,
  shown: Prisma.sql`CASE WHEN e.contradicted THEN n.reported ELSE e.sent END`,
});

/** A claim that ended without a matching receipt. */
export interface UnconfirmedWrite extends ClaimedQuantity {
  afterMs: number;
  /** Null: not tried, and no failure. */
  failure: string | null;
  attemptsMade: number;
}

/** Due again later; a failure is counted and kept for support to see. */
export async function recordUnconfirmed(tx: Sql, writes: readonly UnconfirmedWrite[]): Promise<void> {
  if (writes.length === 0) return;
  await tx.$executeRaw`
    WITH ended AS MATERIALIZED (
      SELECT n.shop_id, n.variant_id, e.after_ms, e.failure, e.attempts
      FROM (
        SELECT * FROM unnest(
          ${writes.map((write) => write.shopId)}::int[],
          ${writes.map((write) => write.variantId)}::text[],
          ${writes.map((write) => write.leaseUntil)}::timestamptz[],
          ${writes.map((write) => write.afterMs)}::int[],
          ${writes.map((write) => write.failure)}::text[],
          ${writes.map((write) => write.attemptsMade)}::int[]
        ) AS e (shop_id, variant_id, lease_until, after_ms, failure, attempts)
        ORDER BY shop_id, variant_id
      ) AS e ${CLAIMED_ROW}
    )
    UPDATE network_quantity n SET
      state = 'due', lease_until = NULL, next_attempt_at = now() + e.after_ms * interval '1 ms',
      failures = n.failures + CASE WHEN e.failure IS NULL THEN 0 ELSE 1 END,
      last_failure = coalesce(e.failure, n.last_failure), call_attempts = e.attempts,
      out_of_step_since = coalesce(n.out_of_step_since, now())
    FROM ended e WHERE n.shop_id = e.shop_id AND n.variant_id = e.variant_id`;
}
