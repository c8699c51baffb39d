import type { IncomingMessage, ServerResponse } from 'node:http';
import { type KitStorage, sqlStorage } from '@hub/store-kit';
import { InternalServerError, Order, type RequestContext } from '@vendure/core';
import type { Services } from './services';

/**
 * SQLite has one connection, on which TypeORM lets two transactions run into each other: one's commit ends the other's
 * savepoint. So there they take turns.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** A request to Vendure's own interfaces is a turn. */
  readonly handler = (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    void this.take(
      () =>
        new Promise<void>((ended) => {
          if (response.closed) return ended();
          response.once('close', ended);
          return next();
        }),
    );
  };
}

/** The kit's two tables beside Vendure's own, on Vendure's connection and in its transactions. */
export async function typeOrmStorage(
  { connection, contexts }: Services,
  turns: Turns,
): Promise<KitStorage<RequestContext>> {
  const isSqlite = connection.rawConnection.options.type === 'better-sqlite3';
  const storage = sqlStorage<RequestContext>({
    dialect: isSqlite ? 'sqlite' : 'postgres',
    transaction(work) {
      const within = async () =>
        connection.withTransaction(await contexts.create({ apiType: 'admin' }), work);
      return isSqlite ? turns.take(within) : within();
    },
    async query(ctx, { text, values }) {
      const { queryRunner } = connection.getRepository(ctx, Order).manager;
      if (!queryRunner) throw new InternalServerError('the context has no transaction');
      return (await queryRunner.query(text, [...values], true)).records;
    },
  });
  await storage.createTables();
  return storage;
}
