import { setTimeout as sleep } from 'node:timers/promises';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const ServerRow = z.object({ commits: z.int(), wal_bytes: z.number(), pages: z.int(), flushes: z.int() });
const TableRow = z.object({ name: z.string(), rows: z.int(), bytes: z.number() });

/** PostgreSQL reports what a session did once the session is idle for this time. */
const REPORTED_AFTER_MS = 11_000;

/** What the database server has done so far. */
export interface DatabaseWork {
  commits: number;
  walBytes: number;
  /** Pages written whole to the log: those changed for the first time since the last checkpoint, which writes each once. */
  pages: number;
  /** Waits for the disk to store the log. */
  flushes: number;
  tables: Map<string, TableSize>;
}

export interface TableSize {
  rows: number;
  /** With indexes and long values. */
  bytes: number;
}

/** Waits until all work is reported. Days of a ledger count as one table. */
export async function readDatabaseWork(db: Database): Promise<DatabaseWork> {
  await sleep(REPORTED_AFTER_MS);
  const [server] = await rows(
    ServerRow,
    db.$queryRaw`
    SELECT xact_commit::int AS commits, wal_bytes::float8, wal_fpi::int AS pages, wal_sync::int AS flushes
    FROM pg_stat_wal, pg_stat_database WHERE datname = current_database()`,
  );
  const tables = await rows(
    TableRow,
    db.$queryRaw`
    SELECT coalesce(pg_partition_root(relid), relid)::regclass::text AS name,
      sum(n_tup_ins - n_tup_del)::int AS rows, sum(pg_total_relation_size(relid))::float8 AS bytes
    FROM pg_stat_user_tables GROUP BY 1`,
  );
  if (!server) throw new Error('the database does not say what it has done');
  return {
    commits: server.commits,
    walBytes: server.wal_bytes,
    pages: server.pages,
    flushes: server.flushes,
    tables: new Map(tables.map(({ name, rows: count, bytes }) => [name, { rows: count, bytes }])),
  };
}

/** The work between two readings; only tables that grew. */
export function workBetween(before: DatabaseWork, after: DatabaseWork): DatabaseWork {
  const grown = [...after.tables].flatMap(([name, { rows: count, bytes }]): [string, TableSize][] => {
    const was = before.tables.get(name) ?? { rows: 0, bytes: 0 };
    const more = { rows: count - was.rows, bytes: bytes - was.bytes };
    return more.rows > 0 ? [[name, more]] : [];
  });
  return {
    commits: after.commits - before.commits,
    walBytes: after.walBytes - before.walBytes,
    pages: after.pages - before.pages,
    flushes: after.flushes - before.flushes,
    tables: new Map(grown),
  };
}
