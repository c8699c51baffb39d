import { LIMITS } from '@hub/contract';
import { Prisma } from '@hub/database';
import type { PruneRows } from './prune-rows';

/*
 * What shops sent (D33). Shop by shop, from an index that begins with the shop: an index by time alone would slow every order.
 */

export const pruneOldSent: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM sent_event WHERE id IN (
    SELECT old.id FROM shop s CROSS JOIN LATERAL (
      SELECT id FROM sent_event WHERE shop_id = s.id AND received_at < ${before}
      ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) old LIMIT ${limit}
  )`;

/** Answers that anyone can cause, because the ingress gives them before it knows the sender; a verified `503` has its event. */
const UNREAD = Prisma.sql`status = 413 OR (status = 503 AND event IS NULL)`;

/** What the ingress refused of a shop, except the newest. Strangers must not push these out, nor each other's kinds. */
export const pruneManyRefused = beyondNewest(
  Prisma.sql`status <> 401 AND NOT (${UNREAD})`,
  LIMITS.refusedEventsPerShop,
);
export const pruneManyUnauthorized = beyondNewest(Prisma.sql`status = 401`, LIMITS.unverifiedEventsPerShop);
export const pruneManyUnread = beyondNewest(Prisma.sql`(${UNREAD})`, LIMITS.unverifiedEventsPerShop);

function beyondNewest(which: Prisma.Sql, kept: number): PruneRows {
  return (tx, { limit }) => tx.$executeRaw`
  DELETE FROM sent_event WHERE id IN (
    SELECT many.id FROM shop s CROSS JOIN LATERAL (
      SELECT id FROM sent_event WHERE shop_id = s.id AND status <> 200 AND by_ingress AND ${which}
      ORDER BY received_at DESC OFFSET ${kept} LIMIT ${limit}
    ) many LIMIT ${limit}
  )`;
}

/**
 * Bodies of a shop from before the minute at which the newer ones reach the size limit. A row that the ledger has as well is
 * deleted; a row that the ingress refused loses only its body.
 */
export const pruneSentBodies: PruneRows = async (tx, { limit }) => {
  const taken = await tx.$executeRaw`
    WITH full_since AS (
      SELECT shop_id, max(minute) + interval '1 minute' AS before FROM (
        SELECT shop_id, minute, sum(bytes) OVER (PARTITION BY shop_id ORDER BY minute DESC) AS total FROM sent_body_volume
      ) v WHERE total > ${LIMITS.sentBodyBytesPerShop} GROUP BY shop_id
    ), old AS (
      SELECT e.id, e.by_ingress FROM full_since f CROSS JOIN LATERAL (
        SELECT id, by_ingress FROM sent_event WHERE shop_id = f.shop_id AND received_at < f.before AND body IS NOT NULL
        ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) e LIMIT ${limit}
    ), gone AS (
      DELETE FROM sent_event WHERE id IN (SELECT id FROM old WHERE NOT by_ingress) RETURNING 1
    ), emptied AS (
      UPDATE sent_event SET body = NULL, body_key_id = NULL WHERE id IN (SELECT id FROM old WHERE by_ingress) RETURNING 1
    )
    SELECT 1 FROM gone UNION ALL SELECT 1 FROM emptied`;
  return taken;
};

/** Volume of minutes of which nothing is stored any more. */
export const pruneSentVolume: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM sent_body_volume WHERE (shop_id, minute) IN (
    SELECT shop_id, minute FROM sent_body_volume WHERE minute < ${before}
    ORDER BY minute LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;
