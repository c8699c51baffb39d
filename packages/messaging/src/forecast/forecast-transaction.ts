import {
  databaseFailure,
  inSqlTransaction,
  inTransaction,
  Prisma,
  rows,
  sqlStateOf,
  type Database,
  type Sql,
  type Tx,
} from '@hub/database';
import { WouldCallStore } from '@hub/runtime';
import { z } from 'zod';
import { noteEnd } from '../after-end';
import type { WorkContext } from '../work';
import type { ForecastAnswer, ForecastOutcome } from './forecast-answer';

const NamedCount = z.object({ name: z.string(), rows: z.int() });

/** The requester is looking at a page. */
const WITHIN_MS = 2_000;
/** A lock that is not free at once is held by another worker; PostgreSQL reads 0 as "no limit". */
const LOCK_WITHIN_MS = 20;

/** Rows written, and commands among them. */
export type Effects = Pick<ForecastAnswer, 'commands' | 'rows'>;
export const NO_EFFECTS: Effects = { commands: {}, rows: {} };

/** Work run and rolled back. */
interface TakenBack<T> {
  result: T;
  effects: Effects;
}

/** Runs work in a transaction that waits for no lock, reads what it wrote, and rolls back. */
export function takeBack<T>(
  { db }: Pick<WorkContext, 'db'>,
  work: (tx: Tx) => Promise<T>,
): Promise<TakenBack<T>> {
  return undo(db, (tx) => withEffects(tx, work));
}

/** The same for raw SQL work. */
export function takeBackSql<T>(
  { db }: Pick<WorkContext, 'db'>,
  work: (tx: Sql) => Promise<T>,
): Promise<TakenBack<T>> {
  const transact = (run: (tx: Sql) => Promise<never>) => inSqlTransaction(db, run, { timeoutMs: WITHIN_MS });
  return rolledBack(transact, (tx) => withEffects(tx, work));
}

/** Runs work in a transaction that waits for no lock, and rolls back; its writes are not read. */
export function undo<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return rolledBack((run) => inTransaction(db, run, { timeoutMs: WITHIN_MS }), work);
}

async function withEffects<X extends Sql, T>(tx: X, work: (tx: X) => Promise<T>): Promise<TakenBack<T>> {
  const before = await rowsWritten(tx);
  const result = await work(tx);
  return { result, effects: { commands: await commandsOf(tx), rows: since(before, await rowsWritten(tx)) } };
}

async function rolledBack<X extends Sql, T>(
  transact: (run: (tx: X) => Promise<never>) => Promise<never>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  let done: { result: T } | undefined;
  let used: X | undefined;
  try {
    return await transact(async (tx) => {
      used = tx;
      // Without JIT compilation: where tables are read by index only, counting the writes looks expensive enough to
      // trigger it.
      await tx.$queryRaw(Prisma.sql`
        SELECT set_config('lock_timeout', ${`${LOCK_WITHIN_MS}ms`}, true),
          set_config('statement_timeout', ${`${WITHIN_MS}ms`}, true), set_config('jit', 'off', true)`);
      done = { result: await work(tx) };
      throw new RollBack();
    });
  } catch (error) {
    if (error instanceof RollBack && done) return done.result;
    throw error;
  } finally {
    // Slots taken for calls are free again.
    if (used) noteEnd(used, false);
  }
}

class RollBack extends Error {}

/** Commands that this transaction has written into the outbox. */
async function commandsOf(tx: Sql): Promise<Record<string, number>> {
  const found = await rows(
    NamedCount,
    tx.$queryRaw(Prisma.sql`
    SELECT type AS name, count(*)::int AS rows FROM outbox
    WHERE xmin = pg_current_xact_id_if_assigned()::xid AND payload IS NOT NULL GROUP BY type`),
  );
  return Object.fromEntries(found.map(({ name, rows: count }) => [name, count]));
}

/** Rows written by table. The session's counts may include earlier transactions: only their growth belongs to this one. */
async function rowsWritten(tx: Sql): Promise<Map<string, number>> {
  const found = await rows(
    NamedCount,
    tx.$queryRaw(Prisma.sql`
    SELECT relname::text AS name, (n_tup_ins + n_tup_upd + n_tup_del)::int AS rows FROM pg_stat_xact_user_tables
    WHERE schemaname = current_schema() AND relname !~ '^(event_ledger|inbox|outbox)'
      AND n_tup_ins + n_tup_upd + n_tup_del > 0`),
  );
  return new Map(found.map(({ name, rows: count }) => [name, count]));
}

function since(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Record<string, number> {
  const grown = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

/** `lock_not_available`: the handler met a lock that another worker holds. */
const LOCKED = '55P03';

/** The outcome of a message whose handling threw. */
export function endOfFailure(error: unknown): ForecastOutcome {
  if (error instanceof WouldCallStore) return { kind: 'calls', call: error.call, shop: error.shop };
  if (sqlStateOf(error) === LOCKED) return { kind: 'busy' };
  switch (databaseFailure(error)) {
    case 'away':
      return { kind: 'again', reason: 'the database is unavailable' };
    case 'too_slow':
      return { kind: 'too_slow' };
    case 'conflict':
      return { kind: 'busy' };
    case null:
      return { kind: 'fails', reason: error instanceof Error ? error.name : 'failed' };
  }
}
