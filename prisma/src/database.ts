import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { PrismaClient, type Prisma } from './generated/client';
import { runSqlTransaction, type Sql } from './sql-transaction';
import { statementName } from './statement-name';

/** The database as services use it: Prisma's client over a pool of its own. */
export type Database = PrismaClient;
/** The client inside a transaction; records take it as their first parameter. */
export type Tx = Prisma.TransactionClient;

const pools = new WeakMap<Database, Pool>();

/**
 * @param url postgres:// URL
 * @param options.poolSize connections at the most (default 10)
 */
export function createDatabase(url: string, options: { poolSize?: number } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection lost while idle is replaced when the next is asked for.
  pool.on('error', () => undefined);
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: ({ sql }) => statementName(sql),
  });
  const db = new PrismaClient({ adapter });
  pools.set(db, pool);
  return db;
}

export interface TransactionOptions {
  /** After so long it is rolled back (default 20 s); set-based work on a whole catalogue takes longer. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;

/**
 * One transaction, READ COMMITTED (PostgreSQL's default: saying it would cost a round trip): rows are locked where a
 * rule needs it, in a fixed order. Rolls back on a throw. No HTTP call is ever made inside.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  return db.$transaction(work, { maxWait: 5_000, timeout: timeoutMs });
}

/** The same for work that is SQL alone, at a fraction of the cost: hot paths. */
export async function inSqlTransaction<T>(
  db: Database,
  work: (tx: Sql) => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const pool = pools.get(db);
  if (!pool) throw new Error('not a database made by createDatabase');
  return runSqlTransaction(pool, work, timeoutMs);
}
