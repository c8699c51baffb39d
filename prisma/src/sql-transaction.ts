import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { TimeLimitExceeded } from './database-failure';
import { Prisma } from './generated/client';
import { idleLimitOf } from './open-pool';
import { StatementGroup, type GroupedStatement } from './statement-group';
import { namedStatement, plainStatement } from './statement';

/**
 * Only SQL inside a transaction: for hot paths. Prisma's transaction client has it too, so records that take it serve
 * both kinds of transaction.
 */
export interface Sql {
  /**
   * Rows that `rows` reads, as PostgreSQL returns them: `bigint` for bigint, `Date` for timestamptz, text for numeric
   * and enums.
   */
  $queryRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<unknown>;
  /** @returns rows affected */
  $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number>;
  /** Runs a statement before the next one, in its round trip. If it fails, the next one fails with its error. */
  $executeWithNext?(query: Prisma.Sql): void;
}

/** Runs a statement whose result is not needed: before the next one, in the same round trip where possible. */
export async function executeWithNext(tx: Sql, query: Prisma.Sql): Promise<void> {
  if (tx.$executeWithNext) tx.$executeWithNext(query);
  else await tx.$executeRaw(query);
}

/**
 * One transaction on a plain connection, READ COMMITTED (PostgreSQL's default); rolled back on a throw. Prisma's own
 * costs several times the CPU time of its statements.
 * @param options.timeoutMs after this time the connection is cut, which rolls it back
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
    connection.begin(timeoutMs);
    const result = await work(connection);
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollback().catch((broken: unknown) => connection.release(broken));
    throw connection.reasonOf(error);
  } finally {
    clearTimeout(overdue);
    connection.release();
  }
}

/** Single statements, each on any free connection: for those that need no transaction. */
export function sqlOn(pool: Pool): Sql {
  const run = (query: TemplateStringsArray | Prisma.Sql, given: unknown[]): Promise<QueryResult> => {
    const { statement, values } = statementOf(query, given, true);
    return pool.query(statement, values);
  };
  return {
    $queryRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<unknown> =>
      (await run(query, values)).rows,
    $executeRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number> =>
      (await run(query, values)).rowCount ?? 0,
  };
}

const [BEGIN, COMMIT, ROLLBACK] = [Prisma.sql`BEGIN`, Prisma.sql`COMMIT`, Prisma.sql`ROLLBACK`];
/**
 * Statements are planned once for each connection, for any number of keys: planning one for each event costs more than
 * running it. Such a plan outlives the table's size at that time: one made while the ledger was empty would read all of
 * it for every event, an hour later. So tables are read by their indexes. The excluded plans count as expensive, for
 * which PostgreSQL would compile the statement: a second for what takes a millisecond.
 */
const SETTINGS = Prisma.sql`
  SELECT FROM (SELECT set_config('plan_cache_mode', 'force_generic_plan', true) ||
    set_config('enable_seqscan', 'off', true) || set_config('jit', 'off', true)) AS settings`;

/** The settings of a transaction behind a pooler, which does not keep those of a session. */
export function ownLimits(timeoutMs: number): Prisma.Sql {
  return Prisma.sql`
    SELECT set_config('statement_timeout', ${String(timeoutMs)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(idleLimitOf(timeoutMs))}, true),
      set_config('jit', 'off', true)`;
}

/**
 * A pool connection for one transaction. Statements issued before the work waits for an answer go out together, with those that were queued for
 * the next: `BEGIN` costs no separate round trip, nor do independent reads.
 */
class Connection implements Sql {
  private released = false;
  private lostBy: Error | undefined;
  private begun = false;
  private unsent: GroupedStatement[] = [];
  /** Among them is one that is awaited, not only those that go with the next. */
  private isAsked = false;
  private isUnderWay = false;
  // Without a listener a connection lost between statements would end the process.
  private readonly lost = (error: Error) => (this.lostBy ??= error);

  constructor(
    private readonly client: PoolClient,
    private readonly named: boolean,
  ) {
    client.on('error', this.lost);
  }

  begin(timeoutMs: number): void {
    this.$executeWithNext(BEGIN);
    this.$executeWithNext(SETTINGS);
    if (!this.named) this.$executeWithNext(ownLimits(timeoutMs));
  }

  async commit(): Promise<void> {
    const { command } = await this.run(COMMIT);
    // The server answers this for a transaction in which something failed, as a success.
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a statement of it had failed');
  }

  async rollback(): Promise<void> {
    this.unsent = [];
    this.isAsked = false;
    if (this.begun) await this.run(ROLLBACK);
  }

  async $queryRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<unknown> {
    const { rows } = await this.run(query, values);
    return rows;
  }

  async $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number> {
    return (await this.run(query, values)).rowCount ?? 0;
  }

  $executeWithNext(query: Prisma.Sql): void {
    const { statement, values } = statementOf(query, [], this.named);
    this.unsent.push({ statement, values, resolve: ignore, reject: ignore });
  }

  /** Gives the connection back, once; a broken one is closed, and what runs on it fails. */
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

  /** For a lost connection the driver only reports that it is gone: the cause came earlier. */
  reasonOf(error: unknown): unknown {
    return this.lostBy ?? error;
  }

  private run(query: TemplateStringsArray | Prisma.Sql, values: unknown[] = []): Promise<QueryResult> {
    const { statement, values: given } = statementOf(query, values, this.named);
    return new Promise((resolve, reject) => {
      this.unsent.push({ statement, values: given, resolve, reject });
      if (this.isAsked) return;
      this.isAsked = true;
      // What the work asks for before it waits for anything goes with it.
      process.nextTick(() => this.send());
    });
  }

  /**
   * One group is in flight at a time: the driver's own queue is deprecated. Statements issued meanwhile form the next
   * group.
   */
  private send(): void {
    if (this.isUnderWay || !this.isAsked) return;
    this.isAsked = false;
    this.isUnderWay = true;
    this.begun = true;
    const group = new StatementGroup(this.unsent.splice(0), () => {
      this.isUnderWay = false;
      this.send();
    });
    this.client.query(group);
  }
}

function statementOf(
  query: TemplateStringsArray | Prisma.Sql,
  given: unknown[],
  named: boolean,
): { statement: QueryConfig; values: unknown[] } {
  const { text, values } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...given);
  return { statement: named ? namedStatement(text) : plainStatement(text), values };
}

function ignore(): void {}
