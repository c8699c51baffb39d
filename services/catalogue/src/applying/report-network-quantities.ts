import type { Tx } from '@hub/database';
import type { CatalogueRun } from '../run';

/**
 * The `HUB_Network` figures of an accepted run count as reports (D10), as receipts and events do: a store that lost
 * what was written to it, and sends no event about it, is corrected. The rows and their states are inventory's; as with
 * a reported event, a differing quantity is due at the next sync cycle and not at once, because a platform lowers its
 * own figure when it sells. A report that arrived after the page was requested is newer; where a write is in flight, or
 * has failed, only a receipt counts.
 */
export async function reportNetworkQuantities(
  tx: Tx,
  { id, shopId, sheet }: CatalogueRun,
  at: { now: Date; retryAt: Date },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO network_quantity AS n
      (shop_id, variant_id, wanted, reported, reported_at, state, next_attempt_at, out_of_step_since)
    SELECT ${shopId}::int, s.variant_id, 0, s.quantity, s.asked_at, 'due', ${at.retryAt}::timestamptz,
      ${at.now}::timestamptz
    FROM (
      SELECT variant_id, (inventory ->> ${sheet.hubNetworkLocationId})::int AS quantity, asked_at
      FROM staged_variant WHERE run_id = ${id}::uuid
    ) s
    LEFT JOIN network_quantity k ON k.shop_id = ${shopId} AND k.variant_id = s.variant_id
    WHERE s.quantity <> coalesce(k.reported, 0)
    ORDER BY s.variant_id
    ON CONFLICT (shop_id, variant_id) DO UPDATE SET
      reported = excluded.reported,
      reported_at = excluded.reported_at,
      state = CASE WHEN n.wanted = excluded.reported THEN 'in_step' ELSE 'due' END::network_quantity_state,
      next_attempt_at = CASE WHEN n.wanted = excluded.reported THEN NULL
        ELSE coalesce(n.next_attempt_at, excluded.next_attempt_at) END,
      out_of_step_since = CASE WHEN n.wanted = excluded.reported THEN NULL
        ELSE coalesce(n.out_of_step_since, excluded.out_of_step_since) END
    WHERE n.state <> 'writing' AND n.failures = 0
      AND (n.reported_at IS NULL OR n.reported_at <= excluded.reported_at)`;
}
