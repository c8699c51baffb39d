import { LIMITS } from '@hub/contract';
import { rows, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';

/** An `order.created` that the loop guard skipped. */
export interface SkippedOrder {
  shopId: number;
  eventId: string;
  /** Null: it names no order that can be read. */
  orderId: string | null;
  /** Its `hub_external_ref`; null: it was skipped for its tag alone. */
  externalRef: string | null;
}

const Skipped = z.object({
  shopId: z.int(),
  eventId: z.string(),
  orderId: z.string().nullable(),
  externalRef: z.string().nullable(),
});

/**
 * Those that were skipped for a reference that the hub never issued (D38). The others with a reference are ours. While a
 * restored database is not reconciled, it may have forgotten a reference: those wait, as those without one do.
 */
export async function findUnissued(
  tx: Sql,
  skipped: readonly SkippedOrder[],
): Promise<{ unknown: SkippedOrder[]; toLookAtLater: SkippedOrder[] }> {
  const refs = skipped.flatMap(({ externalRef }) => externalRef ?? []);
  const found = await rows(
    z.object({ ref: z.string().nullable(), gap: z.boolean() }),
    tx.$queryRaw`
    SELECT s.external_ref AS ref, EXISTS (SELECT FROM restore_gap g WHERE g.closed_at IS NULL) AS gap
    FROM (VALUES (1)) AS one LEFT JOIN shipping_order s ON s.external_ref = ANY (${refs}::text[])`,
  );
  const issued = new Set(found.map(({ ref }) => ref));
  const inGap = found.some(({ gap }) => gap);
  const notIssued = skipped.filter(({ externalRef }) => externalRef !== null && !issued.has(externalRef));
  const tagged = skipped.filter(({ externalRef }) => externalRef === null);
  return inGap
    ? { unknown: [], toLookAtLater: [...tagged, ...notIssued] }
    : { unknown: notIssued, toLookAtLater: tagged };
}

/** Records orders whose receipt may still be under way: they are looked at again 15 minutes later (D38). */
export async function lookAtLater(tx: Sql, skipped: readonly SkippedOrder[]): Promise<void> {
  if (skipped.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO skipped_order (shop_id, event_id, order_id, external_ref)
    SELECT * FROM unnest(
      ${skipped.map(({ shopId }) => shopId)}::int[],
      ${skipped.map(({ eventId }) => eventId)}::text[],
      ${skipped.map(({ orderId }) => orderId)}::text[],
      ${skipped.map(({ externalRef }) => externalRef)}::text[])
    ON CONFLICT DO NOTHING`;
}

/**
 * Takes the oldest orders that were skipped 15 minutes ago, by the clock of the database.
 * @returns those that are no shipping order of their shop
 */
export async function takeUnknownSkipped(
  tx: Tx,
  limit: number,
): Promise<{ looked: number; unknown: SkippedOrder[] }> {
  const found = await rows(
    Skipped.extend({ known: z.boolean() }),
    tx.$queryRaw`
    WITH due AS (
      SELECT k.shop_id, k.event_id FROM skipped_order k
      WHERE k.received_at <= now() - ${LIMITS.skippedUnknownMs} * interval '1 millisecond'
        AND NOT EXISTS (SELECT FROM restore_gap g WHERE g.closed_at IS NULL)
      ORDER BY k.received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM skipped_order k USING due
      WHERE k.shop_id = due.shop_id AND k.event_id = due.event_id RETURNING k.*
    )
    SELECT t.shop_id AS "shopId", t.event_id AS "eventId", t.order_id AS "orderId", t.external_ref AS "externalRef",
      EXISTS (SELECT FROM shipping_order s WHERE s.shop_id = t.shop_id AND s.store_order_id = t.order_id)
        OR EXISTS (SELECT FROM shipping_order_alias a WHERE a.shop_id = t.shop_id AND a.order_id = t.order_id)
        OR EXISTS (SELECT FROM shipping_order s WHERE s.external_ref = t.external_ref) AS known
    FROM taken t`,
  );
  return {
    looked: found.length,
    unknown: found.flatMap(({ known, ...skipped }) => (known ? [] : skipped)),
  };
}
