import { LIMITS } from '@hub/contract';
import type { Sql } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { lookedUntil, saveLookedUntil } from './looked-until';

const SWEEP = 'sales and cancellations that no write followed';
/** Where no earlier look is recorded: covers moves while none ran. */
const FIRST_LOOK_BACK_MS = 3_600_000;
/** By then the transaction of an order has ended: it may take 20 s. */
const COMMITTED_AFTER_MS = 30_000;
/** A look covers at most this much time, so that what an outage left delays nothing else. */
const [EVERY_MS, AT_ONCE_MS] = [5_000, 30_000];

/**
 * D16: a platform lowers its own figure of `HUB_Network` when it sells from there, and raises it when it cancels such an
 * order, whatever the hub answers. Usually the target follows, and with it a write within a sync cycle. Where the target
 * stayed or returned (the order was stopped at once, belongs to a dry run, or had already shipped), the last write
 * equals the target while the store shows another figure. So what the store shows counts as unknown since the move,
 * and the target is written again. Each move is looked at once, a cycle after it.
 */
export function unreportedMoves(syncIntervalMs: number): Sweep {
  return {
    name: SWEEP,
    everyMs: Math.min(EVERY_MS, syncIntervalMs),
    async run(tx, now) {
      const since = await lookedUntil(tx, SWEEP, now - FIRST_LOOK_BACK_MS);
      const settled = now - Math.max(syncIntervalMs, COMMITTED_AFTER_MS);
      const until = Math.min(since + AT_ONCE_MS, settled);
      if (until <= since) return 0;
      const found = await writeAfterMoves(tx, { since, until });
      await saveLookedUntil(tx, SWEEP, until);
      return found;
    },
  };
}

/**
 * Makes quantities due again that are in sync only from before a sale or a cancellation. One that is due stays so, even if
 * its target returns to what was written last. A report of up to 5 s before
 * it, by the store's own clock, may be the move's own. A write shows the move if it began after its event was received,
 * both by the database's clock. A sale of an article with a target of 0 needs none: the store shows no more than that.
 * @param span when the events were received, milliseconds since the epoch; its end is included
 * @returns how many
 */
export async function writeAfterMoves(tx: Sql, span: { since: number; until: number }): Promise<number> {
  return tx.$executeRaw`
    WITH sold AS (
      SELECT s.id AS shop_id, o.id AS seller_order_id, o.placed_at AS moved_at, o.received_at, false AS is_raised
      FROM shop s
      CROSS JOIN LATERAL (
        SELECT id, placed_at, received_at FROM seller_order
        WHERE shop_id + 0 = s.id AND received_at > ${new Date(span.since)} AND received_at <= ${new Date(span.until)} OFFSET 0
      ) AS o
    ), cancelled AS (
      SELECT s.id AS shop_id, o.id AS seller_order_id,
        (extract(epoch FROM e.received_at) * 1000000000)::bigint AS moved_at, e.received_at, true AS is_raised
      FROM shop s
      CROSS JOIN LATERAL (
        SELECT subject, received_at FROM event_ledger
        WHERE shop_id + 0 = s.id AND received_at > ${new Date(span.since)} AND received_at <= ${new Date(span.until)}
          AND event = 'order.cancelled' AND day = '9999-12-31' OFFSET 0
      ) AS e
      CROSS JOIN LATERAL (
        SELECT id FROM seller_order WHERE shop_id = s.id AND order_id = e.subject OFFSET 0
      ) AS o
    ), moved AS (
      SELECT m.shop_id, l.variant_id, max(m.moved_at) AS moved_at, max(m.received_at) AS received_at,
        bool_or(m.is_raised) AS is_raised
      FROM (SELECT * FROM sold UNION ALL SELECT * FROM cancelled) AS m
      CROSS JOIN LATERAL (
        SELECT variant_id FROM order_line WHERE seller_order_id = m.seller_order_id AND state <> 'own' OFFSET 0
      ) AS l
      GROUP BY 1, 2
    ), unshown AS MATERIALIZED (
      SELECT n.shop_id, n.variant_id
      FROM (SELECT * FROM moved ORDER BY shop_id, variant_id) AS moved
      CROSS JOIN LATERAL (
        SELECT shop_id, variant_id FROM network_quantity
        WHERE shop_id = moved.shop_id AND variant_id = moved.variant_id AND state IN ('in_step', 'due')
          AND (wanted > 0 OR moved.is_raised)
          AND coalesce(report_changed_at, 0) < moved.moved_at - ${BigInt(LIMITS.stockClockToleranceMs) * 1_000_000n}
          AND (written_from IS NULL OR written_from < moved.received_at)
        FOR UPDATE SKIP LOCKED
      ) AS n
    )
    UPDATE network_quantity n
    SET state = 'due', reported = NULL,
      next_attempt_at = CASE n.state WHEN 'due' THEN n.next_attempt_at ELSE now() END,
      out_of_step_since = CASE n.state WHEN 'due' THEN n.out_of_step_since ELSE now() END
    FROM unshown u WHERE n.shop_id = u.shop_id AND n.variant_id = u.variant_id`;
}
