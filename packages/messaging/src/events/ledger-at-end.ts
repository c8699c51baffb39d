import { executeWithNext, Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { RunAgain } from '../failure';
import {
  IS_NEW,
  inKeyOrder,
  KEPT,
  STOCK_EVENT,
  verdictColumns,
  type LedgerDecision,
  type LedgerKey,
} from './ledger';

const DecidedKey = z.object({ shopId: z.int(), eventId: z.string() });

/*
 * The ledger for events that are handled in batches. A claim written first and completed at the end would write every
 * row twice, which at thousands of events a second is half of all writes: events are decided first and entered once,
 * with the commit. Hardly any was decided before, so nothing waits for the check: it goes out with the first reads, and
 * only if it finds one are all decided again without that one.
 */

/** @returns for each key whether to decide it here: of a duplicate key only the first is */
export function firstOfEach(keys: readonly LedgerKey[], taken: Iterable<string> = []): boolean[] {
  const seen = new Set(taken);
  return keys.map((key) => {
    const isFirst = !seen.has(keyText(key));
    seen.add(keyText(key));
    return isFirst;
  });
}

/**
 * Checks which events are not decided yet.
 * @returns for each key whether to decide it here
 */
export async function findUndecided(tx: Sql, keys: readonly LedgerKey[]): Promise<boolean[]> {
  const decided = await rows(
    DecidedKey,
    tx.$queryRaw(Prisma.sql`
    SELECT d.shop_id AS "shopId", d.event_id AS "eventId"
    FROM unnest(${keys.map((k) => k.shopId)}::int[], ${keys.map((k) => k.eventId)}::text[])
      AS d (shop_id, event_id)
    WHERE NOT ${IS_NEW}`),
  );
  return firstOfEach(keys, decided.map(keyText));
}

function keyText({ shopId, eventId }: { shopId: number; eventId: string }): string {
  return `${shopId} ${eventId}`;
}

/** An event was decided before. The transaction is rerun without it. */
export class DecidedBefore extends RunAgain {
  override readonly name = 'DecidedBefore';

  constructor() {
    super('an event was decided before');
  }
}

/** The database's own clock, the same for every machine. */
const DATABASE_CLOCK = Prisma.sql`now()`;
/** Longer than any transaction takes: only this near to midnight can two concurrent transactions have different days. */
const ABOUT_MIDNIGHT_SECONDS = 60;

/**
 * Enters decided events with their verdicts, `4xx` included (D6). A stock event is entered under the day of the
 * database's clock, and the day's partition is dropped when it is over; every other event is kept permanently (D30). It
 * reads nothing: it goes out with the next statement, the commit. One id is one event across all days: committed ones
 * were checked before. An event that another delivery has entered since violates the table's key, and the transaction is
 * rerun; two stock events that arrive at the same moment about midnight, under two days, meet in a separate table for
 * this. If the day has no partition yet, the stock event is entered among those that are kept.
 * @param at the instant of the entry
 */
export async function enterVerdicts(
  tx: Sql,
  decisions: readonly (LedgerDecision & { key: LedgerKey })[],
  at: Prisma.Sql = DATABASE_CLOCK,
): Promise<void> {
  if (decisions.length === 0) return;
  const decided = inKeyOrder(decisions, ({ key }) => key).map(({ key, subject, verdict }) => ({
    ...key,
    subject,
    ...verdictColumns(verdict),
  }));
  await executeWithNext(
    tx,
    Prisma.sql`
    WITH today AS MATERIALIZED (
      SELECT CASE WHEN to_regclass('ledger.event_ledger_' || to_char(day, 'YYYYMMDD')) IS NULL THEN ${KEPT} ELSE day END AS day,
        least(second, 86400 - second) <= ${ABOUT_MIDNIGHT_SECONDS} AS is_midnight
      FROM (SELECT (${at} AT TIME ZONE 'UTC')::date AS day, extract(epoch FROM (${at} AT TIME ZONE 'UTC')::time) AS second) AS t
    ), d AS MATERIALIZED (
      SELECT * FROM unnest(${decided.map((r) => r.shopId)}::int[], ${decided.map((r) => r.eventId)}::text[],
        ${decided.map((r) => r.event)}::text[], ${decided.map((r) => `\\x${r.bodySha256.toString('hex')}`)}::bytea[],
        ${decided.map((r) => r.subject)}::text[], ${decided.map((r) => r.status)}::smallint[],
        ${decided.map((r) => r.outcome)}::text[], ${decided.map((r) => r.code)}::text[],
        ${decided.map((r) => r.field)}::text[], ${decided.map((r) => r.message)}::text[])
        AS d (shop_id, event_id, event, body_sha256, subject, status, outcome, code, field, message)
    ), met AS (
      INSERT INTO event_ledger_midnight (shop_id, event_id)
      SELECT d.shop_id, d.event_id FROM d WHERE d.event = ${STOCK_EVENT} AND (SELECT is_midnight FROM today)
    )
    INSERT INTO event_ledger
      (shop_id, event_id, event, body_sha256, subject, status, outcome, code, field, message, decided_at, day)
    SELECT d.*, now(), CASE WHEN d.event = ${STOCK_EVENT} THEN (SELECT day FROM today) ELSE ${KEPT} END FROM d`,
  );
}
