import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { z } from 'zod';
import { databaseFailure, sqlStateOf } from './database-failure';
import { rows } from './rows';

const LockRow = z.object({ mine: z.boolean() });
const HistoryRow = z.object({ name: z.string(), finished: z.boolean() });
const IndexRow = z.object({ schema: z.string(), name: z.string() });

/** A migration on disk. */
export interface Migration {
  name: string;
  sql: string;
}

/** The advisory lock of a migration. */
const LOCK = 7_201_105;
const LOOK_EVERY_MS = 500;
/** A statement that waits for a lock blocks all later users of the table: it gives up soon. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_TRIES = 20;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Applies what the database lacks, in `_prisma_migrations` as `prisma migrate deploy` keeps it. Each migration is one
 * transaction with its entry, retried where a lock is not available soon; one that builds an index `CONCURRENTLY` is a
 * separate statement. An index that was left INVALID is built again. Of several migrators one works, the others wait.
 * @param client a separate session: the lock is the session's
 * @returns names of the migrations applied by this call
 */
export async function applyMigrations(client: Client, migrations: readonly Migration[]): Promise<string[]> {
  await lock(client);
  try {
    return await applyAll(client, migrations);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}

async function applyAll(client: Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(HISTORY);
  await repairIndexes(client, migrations);
  const applied: string[] = [];
  for (const migration of await missingOf(client, migrations)) {
    if (indexBuiltBy(migration) === null) await inOneTransaction(client, migration);
    else await byItself(client, migration);
    applied.push(migration.name);
  }
  return applied;
}

/** By polling: a session that waits inside a statement would block an index built `CONCURRENTLY`. */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const [tried] = await rows(LockRow, read(client, `SELECT pg_try_advisory_lock(${LOCK}) AS mine`));
    if (tried?.mine) return;
    await wait(LOOK_EVERY_MS);
  }
}

async function read(client: Client, sql: string): Promise<unknown> {
  return (await client.query(sql)).rows;
}

async function missingOf(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const history = await rows(
    HistoryRow,
    read(
      client,
      `SELECT migration_name AS name, bool_or(finished_at IS NOT NULL) AS finished FROM _prisma_migrations
       WHERE rolled_back_at IS NULL GROUP BY 1`,
    ),
  );
  const finished = new Map(history.map((row) => [row.name, row.finished]));
  const missing = migrations.filter(({ name }) => !finished.get(name));
  const half = missing.find((migration) => finished.has(migration.name) && indexBuiltBy(migration) === null);
  if (half) throw new Error(`${half.name} was begun and did not end: see \`prisma migrate resolve\``);
  return missing;
}

async function inOneTransaction(client: Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(migration.sql);
      await enter(client, migration);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const mayPass = sqlStateOf(error) === '55P03' || databaseFailure(error) === 'conflict';
      if (!mayPass || tries === LOCK_TRIES) throw failed(migration, error);
      await wait(Math.min(LONGEST_PAUSE_MS, tries * 500));
    }
  }
}

/** Recorded once it is built: if interrupted before, it is repeated. */
async function byItself(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw failed(migration, error);
  }
  await client.query('DELETE FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL', [
    migration.name,
  ]);
  await enter(client, migration);
}

async function enter(client: Client, { name, sql }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
  );
}

/** An index whose building was interrupted exists by name, costs every write, and serves no query. */
async function repairIndexes(client: Client, migrations: readonly Migration[]): Promise<void> {
  const found = await rows(
    IndexRow,
    read(
      client,
      `SELECT n.nspname AS schema, c.relname AS name FROM pg_index i
       JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE NOT i.indisvalid AND n.nspname IN (current_schema(), 'ledger')`,
    ),
  );
  const invalid = new Map(found.map(({ schema, name }) => [name, schema]));
  for (const migration of migrations) {
    const index = indexBuiltBy(migration);
    const schema = index === null ? undefined : invalid.get(index);
    if (schema === undefined) continue;
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${schema}"."${index}"`);
    await client.query(migration.sql);
  }
}

/** The name of the index that a migration builds `CONCURRENTLY`; null for every other migration. */
function indexBuiltBy({ sql }: Migration): string | null {
  const [, name] =
    /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/i.exec(sql) ?? [];
  return name ?? null;
}

function failed({ name }: Migration, error: unknown): Error {
  return new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

const HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;
