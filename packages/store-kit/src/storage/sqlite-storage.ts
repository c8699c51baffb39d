import { OneAtATime } from './one-at-a-time';
import type { Row } from './rows';
import { sqlStorage, type SqlStorage, type SqlValue } from './sql-storage';

/** A connection of `better-sqlite3`, or of Node's own `node:sqlite`. */
export interface SqliteDatabase {
  prepare(text: string): {
    all(...values: SqlValue[]): unknown[];
    run(...values: SqlValue[]): unknown;
  };
}

/**
 * A storage on SQLite 3.35 or later. `tx` is the connection itself, while `transaction` has one open: everything that writes through
 * this connection goes through there, so that it is in one transaction, and no two are mixed.
 */
export function sqliteStorage<Db extends SqliteDatabase>(database: Db): SqlStorage<Db> {
  const turns = new OneAtATime();
  const run = (text: string): void => void database.prepare(text).run();
  // Another process may be writing.
  database.prepare('pragma busy_timeout = 5000').all();
  return sqlStorage<Db>({
    dialect: 'sqlite',
    async query(_tx, { text, values }) {
      const statement = database.prepare(text);
      if (givesRows(text)) return statement.all(...values).filter(isRow);
      statement.run(...values);
      return [];
    },
    transaction: (work) =>
      turns.run(async () => {
        run('begin immediate');
        try {
          const result = await work(database);
          run('commit');
          return result;
        } catch (error) {
          run('rollback');
          throw error;
        }
      }),
  });
}

function givesRows(text: string): boolean {
  return /^select\b|\breturning\b/i.test(text);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}
