import { rows, takeTurns, type Sql } from '@hub/database';
import { z } from 'zod';

const DayRow = z.object({ day: z.string() });

/*
 * The partitions of the ledger, one for each day (UTC) of stock events (D30). They are created ahead of time: an event
 * whose day has none is stored among the permanent ones, and pruned row by row. The migrating user owns the tables;
 * support may call the functions that create and drop a day.
 */

/** Names the advisory lock under which partitions are created and dropped. */
const DAYS_LOCK = 7_201_502;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates the partitions of a day and of the days after it. Nothing waits: a partition is created beside the ledger and
 * then attached.
 * @param from milliseconds since the epoch
 * @returns how many were missing
 */
export async function addLedgerDays(tx: Sql, from: number, days: number): Promise<number> {
  await takeTurns(tx, DAYS_LOCK);
  const expected = Array.from({ length: days }, (_, index) => dayOf(from + index * DAY_MS));
  const there = new Set(await readDays(tx));
  const missing = expected.filter((day) => !there.has(day));
  for (const day of missing) await tx.$executeRaw`SELECT ledger.add_day(${day}::date)`;
  return missing.length;
}

/**
 * Drops the partitions of days that ended before an instant, whatever their size: their files go at once. Intake waits
 * only for the lock; if a long transaction holds it, the next try comes soon.
 * @param before milliseconds since the epoch
 * @returns how many
 */
export async function dropLedgerDays(tx: Sql, before: number): Promise<number> {
  await takeTurns(tx, DAYS_LOCK);
  const over = (await readDays(tx)).filter((day) => Date.parse(day) + DAY_MS <= before);
  for (const day of over) await tx.$executeRaw`SELECT ledger.drop_day(${day}::date)`;
  return over.length;
}

/** Days that have a partition, as `2026-11-22`. */
async function readDays(tx: Sql): Promise<string[]> {
  const found = await rows(
    DayRow,
    tx.$queryRaw`
    SELECT to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'event_ledger'::regclass AND c.relname ~ '^event_ledger_\\d{8}$'
    ORDER BY c.relname`,
  );
  return found.map(({ day }) => day);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
