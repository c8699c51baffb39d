import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { NetworkReport } from '../stock/stock-batch';
import { variantText } from '../stock/stock-facts';
import { isSentAtOnce, momentInCycle, ROW_KEY } from '../writing/due-times';
import type { Target } from './decide-targets';

const SavedTarget = z.object({ shopId: z.int(), due: z.boolean() });
const UnlinkedVariant = z.object({ shopId: z.int(), variantId: z.string() });
const SavedReport = z.object({ shopId: z.int(), variantId: z.string(), above: z.boolean() });

/*
 * The life of a network quantity's row. What the store shows is `reported`: by a matching receipt of our own write, or
 * by an event of that location, whichever was recorded last (D10). Where that equals the target, the row is `in_step`. Else it is `due` at
 * `next_attempt_at`, or `writing` until then: a claim that outlives its lease becomes due again. Only a matching
 * receipt ends a row with failures or one being written: until then the store may show anything.
 *
 * Every statement takes its rows in the order (shop_id, variant_id).
 */

/** Which changed targets are written: all, or those that cannot wait for their time in the sync cycle (D16). */
export type Saved = 'all' | 'urgent';

/**
 * Saves targets that changed, and when they are sent (D16). A variant that never was anything but 0 needs no row: a
 * store begins with 0 (contract, Identifier rules). A change that may wait leaves a row that is in sync to the
 * article's time; a row that is sent anyway takes every change along.
 *
 * Only where the variant still belongs to the calculated article: its row is locked against a catalogue run that links
 * it otherwise. Only rows that change are locked, because stock events wait for that lock.
 * @returns shops that have something to be written now
 */
export async function saveTargets(
  tx: Sql,
  targets: readonly Target[],
  { syncIntervalMs, save }: { syncIntervalMs: number; save: Saved },
): Promise<Set<number>> {
  if (targets.length === 0) return new Set();
  const isAll = Prisma.sql`${save === 'all'}::boolean`;
  const found = await rows(
    SavedTarget,
    tx.$queryRaw`
    INSERT INTO network_quantity AS n
      (shop_id, variant_id, wanted, state, next_attempt_at, out_of_step_since, unsent_since)
    SELECT c.shop_id, c.variant_id, c.target, 'due', now(), now(), now()
    FROM (
      SELECT t.*, k.state, k.written, k.reported, coalesce(k.wanted, 0) AS before,
        least(t.full_target, greatest(t.raised_to, coalesce(k.wanted, 0))) AS target
      FROM unnest(
        ${targets.map((one) => one.shopId)}::int[],
        ${targets.map((one) => one.variantId)}::text[],
        ${targets.map((one) => one.gtin)}::bpchar[],
        ${targets.map((one) => one.target)}::int[],
        ${targets.map((one) => one.raisedTo)}::int[]
      ) AS t (shop_id, variant_id, gtin, full_target, raised_to)
      LEFT JOIN network_quantity k ON k.shop_id = t.shop_id AND k.variant_id = t.variant_id
    ) AS c
    JOIN variant v ON v.shop_id = c.shop_id AND v.variant_id = c.variant_id
      AND v.gtin IS NOT DISTINCT FROM c.gtin
    WHERE c.target <> c.before AND (${isAll} OR c.state IS DISTINCT FROM 'in_step' OR ${sentAtOnce('c', 'target')})
    ORDER BY c.shop_id, c.variant_id
    FOR SHARE OF v
    ON CONFLICT (shop_id, variant_id) DO UPDATE SET
      wanted = excluded.wanted,
      state = CASE
        WHEN n.state = 'writing' OR n.failures > 0 THEN n.state
        WHEN n.reported = excluded.wanted THEN 'in_step' ELSE 'due' END,
      next_attempt_at = CASE
        WHEN n.state = 'writing' THEN n.next_attempt_at
        WHEN n.failures > 0 THEN CASE WHEN ${SWITCHED_OFF} THEN now() ELSE n.next_attempt_at END
        WHEN n.reported = excluded.wanted THEN NULL
        WHEN ${isAll} OR ${sentAtOnce('n', 'wanted')} THEN now()
        ELSE least(n.next_attempt_at, greatest(now(), ${momentInCycle(UNSENT_SINCE, ROW_KEY, syncIntervalMs)})) END,
      out_of_step_since = CASE
        WHEN n.state <> 'writing' AND n.failures = 0 AND n.reported = excluded.wanted THEN NULL
        ELSE coalesce(n.out_of_step_since, now()) END,
      unsent_since = CASE
        WHEN n.state <> 'writing' AND n.failures = 0 AND n.reported = excluded.wanted THEN NULL
        ELSE ${UNSENT_SINCE} END
    RETURNING shop_id AS "shopId",
      state = 'due' AND next_attempt_at < now() + interval '1 ms' AS due`,
  ); // the column is rounded to milliseconds
  return new Set(found.filter(({ due }) => due).map(({ shopId }) => shopId));
}

const UNSENT_SINCE = Prisma.sql`coalesce(n.unsent_since, now())`;
/** Its zeros are due at once, even after a failed write: they may be sent for ten minutes only. */
const SWITCHED_OFF = Prisma.sql`EXISTS (SELECT FROM shop s WHERE s.id = n.shop_id AND s.inventory = 'off')`;

/** The row as read with the target, or as it is when the target is written. */
function sentAtOnce(row: 'c' | 'n', target: 'target' | 'wanted'): Prisma.Sql {
  const of = (column: string) => Prisma.raw(`${row}.${column}`);
  return isSentAtOnce({
    target: Prisma.raw(`${row === 'c' ? 'c' : 'excluded'}.${target}`),
    // Rows from before this was kept: what the store reported is what was written.
    written: Prisma.sql`coalesce(${of('written')}, ${of('reported')}, 0)`,
    // Not known: at most what was written.
    shown: Prisma.sql`coalesce(${of('reported')}, ${of('written')}, 0)`,
  });
}

/**
 * Sets the target of variants without an article to 0: their link is gone, so no article's calculation covers them.
 * @param shopId null: of any shop
 * @returns shops that have something to be written now
 */
export async function zeroUnlinkedTargets(
  tx: Sql,
  shopId: number | null,
  syncIntervalMs: number,
): Promise<Set<number>> {
  const found = await rows(
    UnlinkedVariant,
    tx.$queryRaw`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId" FROM network_quantity n
    JOIN variant v ON v.shop_id = n.shop_id AND v.variant_id = n.variant_id
    WHERE (${shopId}::int IS NULL OR n.shop_id = ${shopId}::int) AND v.gtin IS NULL AND n.wanted > 0`,
  );
  return saveTargets(
    tx,
    found.map((key) => ({ ...key, gtin: null, target: 0, raisedTo: 0 })),
    { syncIntervalMs, save: 'all' },
  );
}

/**
 * Keeps what stores report of `HUB_Network` (D10), unless an earlier report has a later `changed_at`. A receipt hides no
 * report, whatever a store's clock shows: of these the one recorded last counts. A report that differs
 * from the target causes another write, not at once: a platform lowers its own figure when it sells, and that order is
 * on its way.
 * @param reports one for each variant
 * @returns those (`variantText`) above the target: from there a smaller decrease is sent at once (D16)
 */
export async function saveNetworkReports(
  tx: Sql,
  reports: readonly NetworkReport[],
  syncIntervalMs: number,
): Promise<Set<string>> {
  if (reports.length === 0) return new Set();
  const found = await rows(
    SavedReport,
    tx.$queryRaw`
    INSERT INTO network_quantity AS n (shop_id, variant_id, wanted, reported, reported_at, report_changed_at,
      state, next_attempt_at, out_of_step_since)
    SELECT r.shop_id, r.variant_id, 0, r.quantity, now(), r.changed_at,
      CASE r.quantity WHEN 0 THEN 'in_step'::network_quantity_state ELSE 'due' END,
      CASE WHEN r.quantity <> 0 THEN now() + ${syncIntervalMs} * interval '1 ms' END,
      CASE WHEN r.quantity <> 0 THEN now() END
    FROM unnest(
      ${reports.map((report) => report.shopId)}::int[],
      ${reports.map((report) => report.variantId)}::text[],
      ${reports.map((report) => report.quantity)}::int[],
      ${reports.map((report) => report.changedAt)}::bigint[]
    ) AS r (shop_id, variant_id, quantity, changed_at)
    ORDER BY r.shop_id, r.variant_id
    ON CONFLICT (shop_id, variant_id) DO UPDATE SET
      reported = excluded.reported,
      reported_at = excluded.reported_at,
      report_changed_at = excluded.report_changed_at,
      state = CASE
        WHEN n.state = 'writing' OR n.failures > 0 THEN n.state
        WHEN n.wanted = excluded.reported THEN 'in_step' ELSE 'due' END,
      next_attempt_at = CASE
        WHEN n.state = 'writing' OR n.failures > 0 THEN n.next_attempt_at
        WHEN n.wanted = excluded.reported THEN NULL
        ELSE coalesce(n.next_attempt_at, now() + ${syncIntervalMs} * interval '1 ms') END,
      out_of_step_since = CASE
        WHEN n.state <> 'writing' AND n.failures = 0 AND n.wanted = excluded.reported THEN NULL
        ELSE coalesce(n.out_of_step_since, now()) END
    WHERE n.report_changed_at IS NULL OR n.report_changed_at <= excluded.report_changed_at
    RETURNING shop_id AS "shopId", variant_id AS "variantId", reported > wanted AS above`,
  );
  return new Set(found.filter(({ above }) => above).map(variantText));
}
