import { rows, takeTurns, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';

const Partition = z.object({ part: z.string(), before: z.date().nullable() });

/*
 * The partitions of routing decisions, one for each month (UTC) (D30). They are created ahead of time: a decision whose
 * month has none is stored in `ledger.routing_decision_other`, and pruned row by row. Decisions of before there were
 * months are one partition, which goes once the last of them is old enough. The migrating user owns the tables; support
 * may call the functions that create and drop a month.
 */

/**
 * For how many months decisions are kept. Not less than an order may be open (D30), because a refused shipping order is
 * sent again by its decision.
 */
export const DECISION_MONTHS = { usual: 13, least: 7, most: 120 } as const;

/** Names the advisory lock under which partitions are created and dropped. */
const MONTHS_LOCK = 7_201_503;

/**
 * Creates the partitions of a month and of the months after it. Intake waits for this at most half a second, once a
 * month.
 * @param from milliseconds since the epoch
 * @returns how many were missing
 */
export async function addDecisionMonths(tx: Sql, from: number, months: number): Promise<number> {
  await takeTurns(tx, MONTHS_LOCK);
  const ends = (await readPartitions(tx)).flatMap(({ before }) => before?.getTime() ?? []);
  const isCovered = (month: Date) => ends.some((end) => monthLater(month, 1).getTime() <= end);
  const missing = monthsFrom(from, months).filter((month) => !isCovered(month));
  let added = 0;
  for (const month of missing) {
    const [created] = await rows(
      z.object({ added: z.boolean() }),
      tx.$queryRaw`SELECT ledger.add_decision_month(${month.toISOString().slice(0, 10)}::date) AS added`,
    );
    added += created?.added ? 1 : 0;
  }
  return added;
}

/**
 * Drops the partitions whose decisions are all older than some months, whatever their size: their files go at once.
 * Intake waits only for the lock; if a long transaction holds it, the next try comes soon.
 * @param now milliseconds since the epoch
 * @returns how many
 */
export async function dropDecisionMonths(tx: Sql, now: number, months: number): Promise<number> {
  await takeTurns(tx, MONTHS_LOCK);
  const oldest = monthLater(new Date(now), -months);
  const over = (await readPartitions(tx)).filter(({ before }) => before !== null && before <= oldest);
  for (const { part } of over) await tx.$executeRaw`SELECT ledger.drop_decisions(${part})`;
  return over.length;
}

/** Decisions that were stored while their month had no partition: pruned row by row. @returns how many */
export function pruneDecisionsWithoutMonth(
  tx: Tx,
  { months, limit, now }: { months: number; limit: number; now: number },
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM ledger.routing_decision_other WHERE id IN (
      SELECT id FROM ledger.routing_decision_other WHERE decided_at < ${monthLater(new Date(now), -months)}
      ORDER BY decided_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`;
}

/** Those with an end, which they exclude; null: of decisions without a month. */
function readPartitions(tx: Sql): Promise<z.output<typeof Partition>[]> {
  return rows(
    Partition,
    tx.$queryRaw`
    SELECT c.relname AS part,
      substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)')::timestamptz AS before
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'routing_decision'::regclass
    ORDER BY c.relname`,
  );
}

function monthsFrom(ms: number, months: number): Date[] {
  const at = new Date(ms);
  return Array.from(
    { length: months },
    (_, index) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + index, 1)),
  );
}

/** The same instant some months later; of a shorter month, its end. */
function monthLater(at: Date, months: number): Date {
  const later = new Date(at);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0);
  return later;
}
