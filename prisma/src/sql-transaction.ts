import { types, TypeOverrides, type Pool, type PoolClient } from 'pg';
import { TimeLimitExceeded } from './database-failure';
import { Prisma } from './generated/client';
import { statementName } from './statement-name';

/**
 * SQL inside a transaction and nothing else: what hot paths are written for. Prisma's transaction client has it too, so
 * records that take it serve both kinds of transaction.
 */
export interface Sql {
  /** Rows as PostgreSQL gives them: `bigint` for bigint, `Date` for timestamptz, text for numeric and enums. */
  $queryRaw<T = unknown>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<T>;
  /** @returns rows affected */
  $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number>;
}

/**
 * One transaction on a plain connection, READ COMMITTED (PostgreSQL's default); rolled back on a throw. Prisma's own
 * costs several times the CPU time of its statements.
 * @param options.timeoutMs after so long the connection is cut, which rolls it back
 * @param options.named whether statements are prepared under a name
 */
export async function runSqlTransaction<T>(
  pool: Pool,
  work: (tx: Sql) => Promise<T>,
  { timeoutMs, named }: { timeoutMs: number; named: boolean },
): Promise<T> {
  const connection = new Connection(await pool.connect(), named);
  const overdue = setTimeout(() => connection.giveUp(timeoutMs), timeoutMs);
  try {
    await connection.begin(timeoutMs);
    const result = await work(connection);
    await connection.$executeRaw(COMMIT);
    return result;
  } catch (error) {
    await connection.$executeRaw(ROLLBACK).catch((broken: unknown) => connection.release(broken));
    throw connection.reasonOf(error);
  } finally {
    clearTimeout(overdue);
    connection.release();
  }
}

/** Statements by themselves, each on whatever connection is free: one that needs no other beside it. */
export function sqlOn(pool: Pool, named: boolean): Sql {
  return {
    async $queryRaw<T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<T> {
      const { rows } = await pool.query(statementOf(query, values, named));
      return rows as T;
    },
    async $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number> {
      return (await pool.query(statementOf(query, values, named))).rowCount ?? 0;
    },
  };
}

/**
 * One round trip. Statements are planned once for each connection, for any number of keys: to plan one anew for each
 * event costs more than to run it. Such a plan outlives the size that a table had then: one made while the ledger was
 * empty would read all of it for every event, an hour later. So tables are read by their indexes. What is ruled out so is
 * counted as dear, for which PostgreSQL would compile the statement: a second for what takes a millisecond.
 */
const BEGIN =
  'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off';
const [COMMIT, ROLLBACK] = [Prisma.sql`COMMIT`, Prisma.sql`ROLLBACK`];

const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, BigInt);

/** A connection lent by the pool for one transaction. */
class Connection implements Sql {
  private released = false;
  private lostBy: Error | undefined;
  // Without a listener a connection that is lost between statements would end the process.
  private readonly lost = (error: Error) => (this.lostBy ??= error);

  constructor(
    private readonly client: PoolClient,
    private readonly named: boolean,
  ) {
    client.on('error', this.lost);
  }

  async begin(timeoutMs: number): Promise<void> {
    await this.client.query(this.named ? BEGIN : `${BEGIN}; SET LOCAL statement_timeout = ${timeoutMs}`);
  }

  async $queryRaw<T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<T> {
    const { rows } = await this.run(query, values);
    return rows as T;
  }

  async $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number> {
    return (await this.run(query, values)).rowCount ?? 0;
  }

  /** Gives the connection back, once; one that is broken is closed, and what runs on it fails. */
  release(broken?: unknown): void {
    if (this.released) return;
    this.released = true;
    this.client.off('error', this.lost);
    this.client.release(broken instanceof Error ? broken : broken !== undefined);
  }

  /** Cuts the connection, which rolls the transaction back. */
  giveUp(afterMs: number): void {
    this.lostBy ??= new TimeLimitExceeded(`the transaction took more than ${afterMs} ms`);
    this.release(this.lostBy);
  }

  /** Of a connection that is gone the driver only says that it is: why was said before. */
  reasonOf(error: unknown): unknown {
    return this.lostBy ?? error;
  }

  private run(query: TemplateStringsArray | Prisma.Sql, values: unknown[]) {
    return this.client.query(statementOf(query, values, this.named));
  }
}

function statementOf(query: TemplateStringsArray | Prisma.Sql, values: unknown[], named: boolean) {
  const { text, values: parameters } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
  return { ...(named ? { name: statementName(text) } : {}), text, values: parameters, types: parsers };
}
