import type { Tx } from '@hub/database';

/** Prunes or blanks rows older than `before`, at most `limit`. @param limits.now ms since the epoch @returns how many */
export type PruneRows = (tx: Tx, limits: { before: Date; limit: number; now: number }) => Promise<number>;

/**
 * Ledger rows of stock events on days without a partition of their own; the others go with their partition (D30).
 */
export const pruneStockEvents: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM ledger.event_ledger_kept WHERE (shop_id, event_id) IN (
    SELECT shop_id, event_id FROM ledger.event_ledger_kept
    WHERE event = 'inventory.updated' AND received_at < ${before}
    ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Events about midnight: once both days are committed, the ledger itself has them. */
export const pruneMidnight: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM event_ledger_midnight WHERE (shop_id, event_id) IN (
    SELECT shop_id, event_id FROM event_ledger_midnight WHERE received_at < ${before}
    ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

export const pruneStoreCalls: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM store_call WHERE id IN (
    SELECT id FROM store_call WHERE at < ${before} ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Support reads the last hour of them; the hourly figures count those of past days when they first start, or after downtime. */
export const pruneCallCounts: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM store_call_count WHERE (shop_id, operation, minute) IN (
    SELECT shop_id, operation, minute FROM store_call_count WHERE minute < ${before}
    ORDER BY minute LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** In any state, except that a pending replay ends first. */
export const pruneDeadLetters: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM dead_letter WHERE id IN (
    SELECT id FROM dead_letter WHERE last_failed_at < ${before} AND state <> 'replaying'
    ORDER BY last_failed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Resolved ones: they are read with their order, and no alert is raised again because an old one is gone. */
export const pruneAlerts: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM alert WHERE id IN (
    SELECT id FROM alert WHERE state = 'resolved' AND last_at < ${before} AND resolved_at < ${before}
    ORDER BY last_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

export const pruneInbox: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM inbox WHERE (consumer, message_id) IN (
    SELECT consumer, message_id FROM inbox WHERE handled_at < ${before}
    ORDER BY handled_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Sets frozen only for viewing; a set with bulk runs is kept as long as these. */
export const pruneSelections: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM dead_letter_selection WHERE id IN (
    SELECT s.id FROM dead_letter_selection s
    WHERE s.created_at < ${before} AND NOT EXISTS (SELECT FROM bulk_run r WHERE r.selection_id = s.id)
    ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** With the decisions of each. */
export const pruneBulkRuns: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM bulk_run WHERE id IN (
    SELECT id FROM bulk_run WHERE started_at < ${before}
    ORDER BY started_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** With their history; one with an item in difficulty is kept until that ends. */
export const pruneCases: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM support_case WHERE id IN (
    SELECT c.id FROM support_case c
    WHERE c.closed_at < ${before} AND NOT EXISTS (
      SELECT FROM support_case_item i WHERE i.case_id = c.id AND i.ended_at IS NULL)
    ORDER BY c.closed_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
  )`;

/** Of the routing lab, with the lines of each. */
export const pruneLabRuns: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM routing_lab_run WHERE id IN (
    SELECT id FROM routing_lab_run WHERE started_at < ${before}
    ORDER BY started_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Sign-in links of the shops' doors: what was done after sign-in records how they were delivered. */
export const pruneDoorLinks: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM door_link WHERE id IN (
    SELECT id FROM door_link WHERE created_at < ${before}
    ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Mails to shops. */
export const pruneShopMails: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM shop_mail WHERE id IN (
    SELECT id FROM shop_mail WHERE made_at < ${before}
    ORDER BY made_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Circuits of workers that ended long ago. */
export const pruneCircuits: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM shop_circuit WHERE (shop_id, worker) IN (
    SELECT shop_id, worker FROM shop_circuit WHERE seen_at < ${before}
    ORDER BY seen_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;
