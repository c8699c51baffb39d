import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery, Transaction } from '@prisma/driver-adapter-utils';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/**
 * Prisma's adapter whose transactions give the driver one statement at a time. For an `include` Prisma queries several
 * relations at once; in a transaction they share one connection, whose statement queue the driver drops in its next
 * release.
 */
export class OneAtATime extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => inTurn(await start(isolation));
    return adapter;
  }
}

function inTurn(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const take = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run, run);
    last = mine;
    return mine;
  };
  const query = transaction.queryRaw.bind(transaction);
  const execute = transaction.executeRaw.bind(transaction);
  return Object.assign(transaction, {
    queryRaw: (statement: SqlQuery) => take(() => query(statement)),
    executeRaw: (statement: SqlQuery) => take(() => execute(statement)),
  });
}
