import type { Tx } from '@hub/database';
import type { CatalogueRun } from '../run';

/**
 * The `HUB_Network` figures of an accepted run count as reports (D10), as receipts and events do: a store that lost
 * what was written to it, and sends no event of it, is set right within a sync cycle. Not where a report came in after
 * the page was asked for, nor where a write is under way. Rows that somebody holds are left to their next report.
 * @param options.retryAt when the next sync cycle may write once more: not at once, for a platform lowers its own figure when it sells
 */
export async function reportNetworkQuantities(
  tx: Tx,
  { id, shopId, sheet }: CatalogueRun,
  options: { now: Date; retryAt: Date },
): Promise<void> {
  const { now, retryAt } = options;
  await tx.$executeRaw`
    WITH report AS (
      SELECT n.variant_id, s.quantity, s.asked_at, n.state = 'in_step' AND s.quantity <> n.wanted AS drifted
      FROM network_quantity n
      JOIN (
        SELECT variant_id, (inventory ->> ${sheet.hubNetworkLocationId})::int AS quantity, asked_at
        FROM staged_variant WHERE run_id = ${id}::uuid
      ) s ON s.variant_id = n.variant_id
      WHERE n.shop_id = ${shopId} AND n.state <> 'writing' AND n.reported IS DISTINCT FROM s.quantity
        AND (n.reported_at IS NULL OR n.reported_at <= s.asked_at)
      FOR UPDATE OF n SKIP LOCKED
    )
    UPDATE network_quantity n SET reported = r.quantity, reported_at = r.asked_at,
      state = CASE WHEN r.drifted THEN 'due' ELSE n.state END,
      next_attempt_at = CASE WHEN r.drifted THEN ${retryAt}::timestamptz ELSE n.next_attempt_at END,
      out_of_step_since = CASE WHEN r.drifted THEN coalesce(n.out_of_step_since, ${now}::timestamptz)
        ELSE n.out_of_step_since END
    FROM report r WHERE n.shop_id = ${shopId} AND n.variant_id = r.variant_id`;
}
