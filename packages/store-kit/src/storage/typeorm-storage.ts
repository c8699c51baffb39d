import type { OneAtATime } from './one-at-a-time';
import type { Row } from './rows';
import { sqlStorage, type SqlStorage } from './sql-storage';

/** What of TypeORM's `QueryRunner` is used. */
export interface TypeOrmRunner {
  query(text: string, values: unknown[], isStructured: true): Promise<{ records: readonly Row[] }>;
}

/** What a platform gives of its connection by TypeORM. */
export interface TypeOrmConnection<Tx> {
  /** `type` of the data source's options: `postgres`, or one of SQLite. */
  type: string;
  /** Commits where the work resolves, rolls back where it rejects; with `joined`, in the transaction that this has open, if any. */
  transaction<T>(work: (tx: Tx) => Promise<T>, joined?: Tx): Promise<T>;
  /** The runner that has the transaction open. */
  runnerOf(tx: Tx): TypeOrmRunner | undefined;
  /** With SQLite: what else writes through its one connection takes turns here too. */
  turns: OneAtATime;
}

/**
 * A storage on a platform's connection by TypeORM, in the platform's own transactions.
 *
 * TypeORM gives SQLite one connection, and makes a second transaction on it a savepoint of the first: one's commit would end the
 * other's. So there transactions take turns.
 */
export function typeOrmStorage<Tx>(connection: TypeOrmConnection<Tx>): SqlStorage<Tx> {
  const isSqlite = connection.type.includes('sqlite');
  if (!isSqlite && connection.type !== 'postgres')
    throw new Error('the kit keeps its tables in PostgreSQL or SQLite');
  const storage = sqlStorage<Tx>({
    dialect: isSqlite ? 'sqlite' : 'postgres',
    transaction: (work) => {
      const within = () => connection.transaction(work);
      return isSqlite ? connection.turns.run(within) : within();
    },
    async query(tx, { text, values }) {
      const runner = connection.runnerOf(tx);
      if (!runner) throw new Error('no transaction is open');
      return (await runner.query(text, [...values], true)).records;
    },
  });
  return { ...storage, join: (tx, work) => connection.transaction(work, tx) };
}
