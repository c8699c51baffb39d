import { COUNTED_PIECES, countedTotals, rows, type Tx } from '@hub/database';
import { applyStockReport } from '@hub/stock';
import { z } from 'zod';
import type { CatalogueRun } from '../run';
import { planForFewRows, planForSets } from './plan-for-sets';

const ChangedTotal = z.object({ variantId: z.string(), decrease: z.bigint(), askedAt: z.date() });

/**
 * Keeps the sums of the sheet's locations before anything is written, under the variants' locks: their decrease is a
 * stock report; the repair of a total is not. New variants have none.
 */
export async function noteTotals(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE run_total (
      variant_id text NOT NULL, before bigint NOT NULL, asked_at timestamptz NOT NULL
    ) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO run_total (variant_id, before, asked_at)
    SELECT v.variant_id, coalesce(known.total, 0), r.asked_at
    FROM (SELECT variant_id, max(asked_at) AS asked_at FROM run_stock GROUP BY variant_id) r
    JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = r.variant_id
    LEFT JOIN (${countedTotals(shopId)}) known ON known.variant_id = v.variant_id`;
}

/**
 * Sets the stock of each location, unless an event for it was received after its page was requested, and never the mark
 * of `changed_at` (D14); then each variant's total. Compared again here: events may have arrived since the run was
 * compared. Of a figure from before an interruption (D16), an event that does not cover it is older than the page.
 */
export async function writeStock(tx: Tx, { shopId, shopRevision }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE stock_level k SET quantity = r.quantity, known_at = greatest(k.known_at, ${shopRevision})
    FROM run_stock r JOIN shop_location l ON l.shop_id = ${shopId} AND l.location_id = r.location_id
    WHERE k.shop_id = ${shopId} AND k.variant_id = r.variant_id AND k.location_id = r.location_id
      AND ((k.quantity <> r.quantity AND (k.received_at IS NULL OR k.received_at <= r.asked_at))
        OR (k.known_at < l.counted_from AND l.counted_from <= ${shopRevision}))`;
  await tx.$executeRaw`
    INSERT INTO stock_level (shop_id, variant_id, location_id, quantity, known_at)
    SELECT ${shopId}::int, r.variant_id, r.location_id, r.quantity, ${shopRevision}::bigint FROM run_stock r
    WHERE NOT EXISTS (SELECT FROM stock_level k
      WHERE k.shop_id = ${shopId} AND k.variant_id = r.variant_id AND k.location_id = r.location_id)
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    UPDATE variant v SET on_hand = t.total
    FROM (
      SELECT k.variant_id, sum(${COUNTED_PIECES}) AS total
      FROM (SELECT variant_id FROM run_stock UNION SELECT variant_id FROM run_drift) r
      JOIN stock_level k ON k.shop_id = ${shopId} AND k.variant_id = r.variant_id
      JOIN shop_location l ON l.shop_id = k.shop_id AND l.location_id = k.location_id
      GROUP BY k.variant_id
    ) t
    WHERE v.shop_id = ${shopId} AND v.variant_id = t.variant_id AND v.on_hand <> t.total`;
}

/** D16: no catalogue run is awaited any more for interruptions that this one was requested after. */
export async function endInterruptions(tx: Tx, { shopId, shopRevision }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE shop_location SET uncounted_since = NULL
    WHERE shop_id = ${shopId} AND uncounted_since IS NOT NULL AND counted_from <= ${shopRevision}`;
}

/**
 * Figures that the run changed are a stock report as of the request of their page: the decrease is what the shop took
 * for the orders placed with it, and must not be reserved twice (D17).
 */
export async function reportStock(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  const changed = await rows(
    ChangedTotal,
    tx.$queryRaw`
    SELECT v.variant_id AS "variantId", t.before - v.on_hand AS "decrease", t.asked_at AS "askedAt"
    FROM run_total t JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = t.variant_id
    WHERE EXISTS (SELECT FROM reservation r
      WHERE r.shop_id = ${shopId} AND r.variant_id = t.variant_id AND r.remaining > 0)
    UNION ALL
    -- A new variant has taken the reservations of a retired one: its first figure is a report, of no decrease.
    SELECT s.variant_id, 0, s.asked_at
    FROM run_variant n JOIN staged_variant s ON s.run_id = ${id}::uuid AND s.variant_id = n.variant_id
    WHERE n.change = 'added' AND EXISTS (SELECT FROM reservation r
      WHERE r.shop_id = ${shopId} AND r.variant_id = n.variant_id AND r.remaining > 0)`,
  );
  await planForFewRows(tx);
  await applyStockReport(
    tx,
    changed.map(({ variantId, decrease, askedAt }) => ({
      shopId,
      variantId,
      decrease: Number(decrease),
      changedAtNs: BigInt(askedAt.getTime()) * 1_000_000n,
    })),
  );
  await planForSets(tx);
}

/**
 * D10: refused stock events are covered by figures that were requested later. What the run does not list has no figure
 * that could be wrong: for these its first page counts.
 */
export async function coverRefusals(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM stock_refusal f WHERE f.shop_id = ${shopId} AND f.refused_at <= coalesce(
      (SELECT s.asked_at FROM staged_variant s WHERE s.run_id = ${id}::uuid AND s.variant_id = f.variant_id),
      (SELECT min(s.asked_at) FROM staged_variant s WHERE s.run_id = ${id}::uuid),
      (SELECT r.requested_at FROM catalogue_run r WHERE r.id = ${id}::uuid))`;
}
