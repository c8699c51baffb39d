import { LIMITS } from '@hub/contract';
import type { Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';

/** How far back the first look of a process goes: covers sales while none ran. */
const FIRST_LOOK_MS = 3_600_000;

/**
 * D16: a platform lowers its own figure of `HUB_Network` when it sells from there. Usually the target follows, and with
 * it a write. Where the target returned before anything was sent (the order was stopped at once, or belongs to a dry
 * run), the last write equals the target while the store shows less: so what the store shows counts as unknown since
 * the sale, and the target is written once more.
 */
export function salesNotShown(everyMs: number): Sweep {
  let lookBackMs = FIRST_LOOK_MS;
  return {
    name: 'sales from the network that no write followed',
    everyMs,
    async run(tx) {
      const found = await writeAfterSales(tx, lookBackMs);
      // An order may have waited for a moment before it was stored.
      lookBackMs = 2 * everyMs + FIRST_LOOK_MS / 60;
      return found;
    },
  };
}

/**
 * Makes quantities due again that are in sync only by a report from before a sale. A report of up to 5 s before the
 * order may be the sale's own; that of a matching receipt is dated 5 s before its write began.
 * @param lookBackMs orders received longer ago are skipped
 * @returns how many
 */
export async function writeAfterSales(tx: Tx, lookBackMs: number): Promise<number> {
  return tx.$executeRaw`
    WITH sold AS (
      SELECT s.id AS shop_id, l.variant_id, max(o.placed_at) AS placed_at
      FROM shop s
      CROSS JOIN LATERAL (
        SELECT id, placed_at FROM seller_order
        WHERE shop_id + 0 = s.id AND received_at > now() - ${lookBackMs} * interval '1 ms' OFFSET 0
      ) AS o
      JOIN order_line l ON l.seller_order_id = o.id AND l.state <> 'own'
      GROUP BY 1, 2
    ), unshown AS MATERIALIZED (
      SELECT n.shop_id, n.variant_id FROM network_quantity n
      JOIN sold ON sold.shop_id = n.shop_id AND sold.variant_id = n.variant_id
      WHERE n.state = 'in_step' AND n.wanted > 0
        AND coalesce(n.report_changed_at, 0) < sold.placed_at - ${BigInt(LIMITS.stockClockToleranceMs) * 1_000_000n}
      ORDER BY n.shop_id, n.variant_id
      FOR UPDATE OF n SKIP LOCKED
    )
    UPDATE network_quantity n
    SET state = 'due', reported = NULL, next_attempt_at = now(), out_of_step_since = now()
    FROM unshown u WHERE n.shop_id = u.shop_id AND n.variant_id = u.variant_id`;
}
