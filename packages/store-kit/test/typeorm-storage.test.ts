import { eventually } from '@hub/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createStoreKit } from '../src/create-store-kit';
import type { MemoryTx } from '../src/storage/memory-storage';
import type { SqlStorage } from '../src/storage/sql-storage';
import { OneAtATime } from '../src/storage/one-at-a-time';
import { type TypeOrmRunner, typeOrmStorage } from '../src/storage/typeorm-storage';
import { startFakeService } from '../src/testing/fake-service';
import { STORAGE_RULES } from '../src/testing/storage-rules';
import { aSale, TestShop } from './a-shop';
import { aSqliteDatabase } from './a-sqlite-database';

interface Context extends MemoryTx {
  runner: TypeOrmRunner;
}

/** What TypeORM makes of SQLite: one connection, on which a second transaction is a savepoint of the first. */
function oneConnection() {
  const { database, remove } = aSqliteDatabase();
  let depth = 0;
  const run = (text: string): unknown => database.prepare(text).run();
  const runner: TypeOrmRunner = {
    query: async (text, values) => {
      const statement = database.prepare(text);
      const bound = values.map((value) =>
        typeof value === 'number' || typeof value === 'string' ? value : null,
      );
      if (/^select\b|\breturning\b/i.test(text)) return { records: statement.all(...bound).map(Object) };
      statement.run(...bound);
      return { records: [] };
    },
  };
  const transaction = async <T>(work: (tx: Context) => Promise<T>): Promise<T> => {
    const level = depth;
    depth += 1;
    run(level === 0 ? 'begin' : `savepoint nested_${level}`);
    try {
      const result = await work({ runner, undo: [] });
      run(level === 0 ? 'commit' : `release nested_${level}`);
      return result;
    } catch (error) {
      run(level === 0 ? 'rollback' : `rollback to nested_${level}`);
      throw error;
    } finally {
      depth -= 1;
    }
  };
  return { transaction, remove };
}

describe('a connection of TypeORM to SQLite', () => {
  let remove: () => void;
  afterEach(() => remove());

  async function aStorage(): Promise<SqlStorage<Context>> {
    const connection = oneConnection();
    remove = connection.remove;
    const storage = typeOrmStorage<Context>({
      type: 'better-sqlite3',
      transaction: connection.transaction,
      runnerOf: ({ runner }) => runner,
      turns: new OneAtATime(),
    });
    await storage.createTables();
    return storage;
  }

  it.each(STORAGE_RULES)('$rule', async ({ play }) => {
    await expect(play(await aStorage())).resolves.toBeUndefined();
  });

  it('has its transactions one after the other, so that none ends in the middle of another', async () => {
    const storage = await aStorage();
    const record = { kind: 'call', id: 'kept', value: '1' };
    let fail: (error: Error) => void = () => {};
    const failing = storage.transaction(() => new Promise((_, reject) => (fail = reject)));
    const keeping = storage.transaction((tx) => storage.insertRecord(record, tx));
    await new Promise((turn) => setImmediate(turn));
    fail(new Error('rolled back'));
    await expect(failing).rejects.toThrow('rolled back');
    await keeping;
    expect(await storage.transaction((tx) => storage.readRecord(record, tx))).toBe('1');
  });
});

it('sends what was reported in a turn of the platform, though that goes on: the next poll is outside of it', async () => {
  const { transaction, remove } = oneConnection();
  const service = await startFakeService(['secret']);
  const turns = new OneAtATime();
  const given = { type: 'better-sqlite3', transaction, runnerOf: ({ runner }: Context) => runner, turns };
  const storage = typeOrmStorage<Context>(given);
  await storage.createTables();
  const errors: unknown[] = [];
  let end: () => void = () => {};
  const kit = createStoreKit<Context>({
    adapter: new TestShop().transactional,
    storage: {
      ...storage,
      leaseEvents: (lease) => {
        end();
        return storage.leaseEvents(lease);
      },
    },
    credentials: () => ({ bearerTokens: ['token'], signingSecrets: ['secret'] }),
    eventsUrl: service.url,
    networkLocationId: 'network',
    currency: 'EUR',
    delivery: { pollMs: 3_600_000 },
    sweep: { everyMs: 3_600_000 },
    hooks: { onError: (error) => void errors.push(error) },
  });
  kit.start();
  await kit.sweep();
  await kit.sendDue();
  await turns.run(async () => {
    await transaction((tx) => kit.events.orderPaid(aSale('7'), tx));
    await new Promise<void>((looked) => (end = looked));
  });
  await eventually(() => expect(service.taken).toHaveLength(1));
  expect(errors).toEqual([]);
  await kit.stop();
  await service.stop();
  remove();
});

it('joins the transaction that a context has open, and opens one where it has none', async () => {
  const joined: (object | undefined)[] = [];
  const transaction = <T>(work: (tx: object) => Promise<T>, context?: object): Promise<T> => {
    joined.push(context);
    return work(context ?? {});
  };
  const given = { type: 'postgres', transaction, runnerOf: () => undefined, turns: new OneAtATime() };
  const context = {};
  expect(await typeOrmStorage(given).join?.(context, async (tx) => tx === context)).toBe(true);
  expect(joined).toEqual([context]);
});

it('a database that the kit has no statements for is refused at once; so is a context without a transaction', async () => {
  const remaining = {
    transaction: <T>(work: (tx: object) => Promise<T>) => work({}),
    runnerOf: () => undefined,
    turns: new OneAtATime(),
  };
  expect(() => typeOrmStorage({ type: 'mysql', ...remaining })).toThrow('PostgreSQL or SQLite');
  const storage = typeOrmStorage({ type: 'postgres', ...remaining });
  await expect(storage.createTables()).rejects.toThrow('no transaction is open');
});
