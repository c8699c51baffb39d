import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from './generated/client';

/** The database as services use it: Prisma's client over a pool of its own. */
export type Database = PrismaClient;
/** The client inside a transaction; records take it as their first parameter. */
export type Tx = Prisma.TransactionClient;

/**
 * @param url postgres:// URL
 * @param options.poolSize connections at the most (default 10)
 */
export function createDatabase(url: string, options: { poolSize?: number } = {}): Database {
  const adapter = new PrismaPg(
    { connectionString: url, max: options.poolSize ?? 10, connectionTimeoutMillis: 5_000, keepAlive: true },
    { statementNameGenerator: statementName },
  );
  return new PrismaClient({ adapter });
}

export interface TransactionOptions {
  /** After so long it is rolled back (default 20 s); set-based work on a whole catalogue takes longer. */
  timeoutMs?: number;
}

/**
 * One transaction, READ COMMITTED: rows are locked where a rule needs it, in a fixed order. Rolls back on a throw.
 * No HTTP call is ever made inside.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { timeoutMs = 20_000 } = options;
  return db.$transaction(work, { isolationLevel: 'ReadCommitted', maxWait: 5_000, timeout: timeoutMs });
}

const statementNames = new Map<string, string>();

/** Prepared statements are kept per connection; the number of distinct statements is bounded by the code. */
function statementName(query: { sql: string }): string {
  const known = statementNames.get(query.sql);
  if (known !== undefined) return known;
  const name = `s${statementNames.size + 1}`;
  if (statementNames.size < 2_000) statementNames.set(query.sql, name);
  return name;
}
