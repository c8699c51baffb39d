import { LIMITS } from '@hub/contract';
import type { Sql } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { lookedUntil, saveLookedUntil } from './looked-until';

const SWEEP = 'sales from the network that no write followed';
/** Where no earlier look is recorded: covers sales while none ran. */
const FIRST_LOOK_BACK_MS = 3_600_000;
/** By then the transaction of an order has ended: they may take 20 s. */
const COMMITTED_AFTER_MS = 30_000;
/** A look covers at most this much time, so that what an outage left delays nothing else. */
const [EVERY_MS, AT_ONCE_MS] = [5_000, 30_000];

/**
 * D16: a platform lowers its own figure of `HUB_Network` when it sells from there. Usually the target follows, and with
 * it a write within a sync cycle. Where the target returned before anything was sent (the order was stopped at once, or
 * belongs to a dry run), the last write equals the target while the store shows less: so what the store shows counts as
 * unknown since the sale, and the target is written once more. Each sale is looked at once, a cycle after it.
 */
export function salesNotShown(syncIntervalMs: number): Sweep {
  return {
    name: SWEEP,
    everyMs: Math.min(EVERY_MS, syncIntervalMs),
    async run(tx, now) {
      const since = await lookedUntil(tx, SWEEP, now - FIRST_LOOK_BACK_MS);
      const settled = now - Math.max(syncIntervalMs, COMMITTED_AFTER_MS);
      const until = Math.min(since + AT_ONCE_MS, settled);
      if (until <= since) return 0;
      const found = await writeAfterSales(tx, { since, until });
      await saveLookedUntil(tx, SWEEP, until);
      return found;
    },
  };
}

/**
 * Makes quantities due again that are in sync only from before a sale. A report of up to 5 s before the order, by the
 * store's own clock, may be the sale's own. A write shows the sale if it began after the order was received, both by the
 * database's clock.
 * @param span when the orders were received, milliseconds since the epoch; its end is included
 * @returns how many
 */
export async function writeAfterSales(tx: Sql, span: { since: number; until: number }): Promise<number> {
  return tx.$executeRaw`
    WITH sold AS (
      SELECT s.id AS shop_id, l.variant_id, max(o.placed_at) AS placed_at, max(o.received_at) AS received_at
      FROM shop s
      CROSS JOIN LATERAL (
        SELECT id, placed_at, received_at FROM seller_order
        WHERE shop_id + 0 = s.id AND received_at > ${new Date(span.since)} AND received_at <= ${new Date(span.until)} OFFSET 0
      ) AS o
      CROSS JOIN LATERAL (
        SELECT variant_id FROM order_line WHERE seller_order_id = o.id AND state <> 'own' OFFSET 0
      ) AS l
      GROUP BY 1, 2
    ), unshown AS MATERIALIZED (
      SELECT n.shop_id, n.variant_id
      FROM (SELECT * FROM sold ORDER BY shop_id, variant_id) AS sold
      CROSS JOIN LATERAL (
        SELECT shop_id, variant_id FROM network_quantity
        WHERE shop_id = sold.shop_id AND variant_id = sold.variant_id AND state = 'in_step' AND wanted > 0
          AND coalesce(report_changed_at, 0) < sold.placed_at - ${BigInt(LIMITS.stockClockToleranceMs) * 1_000_000n}
          AND (written_from IS NULL OR written_from < sold.received_at)
        FOR UPDATE SKIP LOCKED
      ) AS n
    )
    UPDATE network_quantity n
    SET state = 'due', reported = NULL, next_attempt_at = now(), out_of_step_since = now()
    FROM unshown u WHERE n.shop_id = u.shop_id AND n.variant_id = u.variant_id`;
}
