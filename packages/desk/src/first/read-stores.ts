import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { openCircuits } from '../shops/open-circuits';

const AwayStore = z.object({
  shop: z.string(),
  shopName: z.string(),
  since: z.date(),
  /** It refuses our credentials (D23); otherwise it does not answer. */
  refuses: z.boolean(),
  /** Its case is snoozed. */
  snoozed: z.boolean(),
});
/** A store that cannot be called. */
export type AwayStore = z.output<typeof AwayStore>;

const OutOfSyncShop = z.object({
  shop: z.string(),
  shopName: z.string(),
  count: z.int(),
  oldestAt: z.date(),
});
/** A shop whose store shows other network quantities than the network has. */
export type OutOfSyncShop = z.output<typeof OutOfSyncShop>;

/** Stores whose calls are suspended: a refused credential is the cause, also if calls fail besides. */
export function readAwayStores(db: Database, now: number): Promise<AwayStore[]> {
  return rows(
    AwayStore,
    db.$queryRaw(Prisma.sql`
    SELECT s.slug AS shop, s.name AS "shopName", min(a.since) AS since, bool_or(a.refuses) AS refuses,
      ${isSnoozed('store_away', now)} AS snoozed
    FROM (
      SELECT h.shop_id, h.since, true AS refuses FROM call_hold h
      UNION ALL SELECT c.shop_id, c.since, false FROM (${openCircuits(now)}) c) a
    JOIN shop s ON s.id = a.shop_id GROUP BY s.id ORDER BY s.id`),
  );
}

/** Shops with quantities out of sync, except for those whose case of it is snoozed. */
export function readOutOfSync(db: Database, now: number): Promise<OutOfSyncShop[]> {
  return rows(
    OutOfSyncShop,
    db.$queryRaw(Prisma.sql`
    SELECT s.slug AS shop, s.name AS "shopName", count(*)::int AS count, min(n.out_of_step_since) AS "oldestAt"
    FROM network_quantity n JOIN shop s ON s.id = n.shop_id
    WHERE n.out_of_step_since IS NOT NULL AND NOT ${isSnoozed('stock_out_of_step', now)}
    GROUP BY s.id ORDER BY s.id`),
  );
}

/** Whether the open case of this cause of the shop `s` is snoozed. */
function isSnoozed(cause: string, now: number): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM support_case c WHERE c.shop_id = s.id AND c.cause_kind = ${cause} AND c.closed_at IS NULL
      AND c.snoozed_until > ${new Date(now)})`;
}
