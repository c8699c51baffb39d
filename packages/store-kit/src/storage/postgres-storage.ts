import type { Row } from './rows';
import { sqlStorage, type SqlStorage, type SqlValue } from './sql-storage';

/** A client of `pg`, with a transaction open where it is given as `tx`. */
export interface PgClient {
  query(text: string, values?: SqlValue[]): Promise<{ rows: Row[] }>;
}

/** A pool of `pg`. */
export interface PgPool {
  connect(): Promise<PooledClient>;
}

interface PooledClient extends PgClient {
  release(broken?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection may break between two statements, and the next one says so: an event without a listener would end the process. */
const unheard = (): void => {};

/** A storage on PostgreSQL 12 or later. `tx` is any client of the caller's in which a transaction is open. */
export function postgresStorage(pool: PgPool): SqlStorage<PgClient> {
  return sqlStorage<PgClient>({
    dialect: 'postgres',
    async query(client, { text, values }) {
      return (await client.query(text, [...values])).rows;
    },
    async transaction(work) {
      const client = await pool.connect();
      client.on('error', unheard);
      let isBroken = true;
      try {
        await client.query('begin');
        const result = await work(client);
        await client.query('commit');
        isBroken = false;
        return result;
      } catch (error) {
        // A connection that cannot even roll back is not given back.
        await client.query('rollback').then(
          () => (isBroken = false),
          () => undefined,
        );
        throw error;
      } finally {
        client.off('error', unheard);
        client.release(isBroken);
      }
    },
  });
}
