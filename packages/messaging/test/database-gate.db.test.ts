import { openDatabase, type Database } from '@hub/database';
import { StartRefused } from '@hub/installation';
import type { Logger } from '@hub/runtime';
import { aShop, createTestDatabase, eventually, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callingConsumer, COMMANDS, commandConsumer, commandQueue, DatabaseGate, done } from '../src';
import type { GateConfig } from '../src/database-gate';
import { FrameWorld } from './frame-world';

/** As every process finds it at its first start. */
async function anUntouchedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.db.installation.deleteMany();
  return database;
}

const takeAway = (db: Database) => db.$executeRaw`
  UPDATE _prisma_migrations SET finished_at = NULL
  WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
const putBack = (db: Database) => db.$executeRaw`UPDATE _prisma_migrations SET finished_at = now()`;

describe('a database that lacks a migration', () => {
  let world: FrameWorld;
  beforeEach(async () => {
    world = await FrameWorld.open();
  });
  afterEach(() => world.close());

  it('is not used: the worker is not ready and attaches no consumer, until the migration is there', async () => {
    await takeAway(world.db);
    await world.sender(); // which declares the queues
    let handled = 0;
    const starting = world.startWorker(() => ({
      consumers: [
        commandConsumer(COMMANDS.registerReturn, async () => {
          handled += 1;
          return done('it is ok');
        }),
      ],
    }));
    const { name: queue } = commandQueue(COMMANDS.registerReturn);
    const body = Buffer.from(JSON.stringify({ returnId: '00000000-0000-4000-8000-000000000001' }));
    world.channel.sendToQueue(queue, body, { messageId: '10000000-0000-4000-8000-000000000001' });
    await eventually(async () => {
      const looked = await world.db.$queryRaw`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'test/%'`;
      expect(looked).not.toEqual([]);
    });
    expect((await world.channel.checkQueue(queue)).consumerCount).toBe(0);

    await putBack(world.db);
    const parts = await starting;
    await eventually(() => expect(handled).toBe(1));
    expect(parts.find(({ name }) => name === 'schema')?.ready?.()).toBe(true);
  });
});

describe('a contract step', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const quiet: Logger = { error() {}, warn() {}, info() {}, debug() {}, child: () => quiet };
  const look = () => new DatabaseGate(database.db, { DATABASE_URL: database.url }, quiet).look();
  const taken = (needs: string) =>
    database.db.contractStep.create({ data: { migration: '29990101000000_former_thing_gone', needs } });

  it('of a later release locks out every process that does not know the replacement', async () => {
    await taken('29981231000000_thing_elsewhere');
    await expect(look()).rejects.toThrow(StartRefused);
    await expect(look()).rejects.toThrow(
      'this release is too old for the database: 29990101000000_former_thing_gone took away what it works with; ' +
        'start one that has 29981231000000_thing_elsewhere',
    );
  });

  it('admits the release before it, which already works without', async () => {
    await taken('20261129100000_contract_step');
    expect(await look()).toBe(true);
  });

  it('a migration of a later release that removes nothing admits every process', async () => {
    await database.db.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('later', 'x', '29990101000000_only_adds', now())`;
    expect(await look()).toBe(true);
  });
});

describe('D28: what the deployment is for', () => {
  let database: TestDatabase;
  let lines: [message: string, fields: unknown][];
  const opened: Database[] = [];
  beforeEach(async () => {
    database = await anUntouchedDatabase();
    lines = [];
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.$disconnect();
    await database.drop();
  });

  const write = (message: string, fields?: unknown) => void lines.push([message, fields]);
  const logger: Logger = { error: write, warn: write, info: write, debug: write, child: () => logger };

  function gate(given: Partial<GateConfig> = {}, service = 'test'): DatabaseGate {
    const config: GateConfig = { DATABASE_URL: database.url, ...given };
    const db = openDatabase(config, { service, size: 2 });
    opened.push(db);
    return new DatabaseGate(db, config, logger);
  }
  const start = (HUB_ENVIRONMENT?: GateConfig['HUB_ENVIRONMENT']) => gate({ HUB_ENVIRONMENT }).pass();
  const stored = async () => (await database.db.installation.findFirst())?.environment;

  it.each([
    [undefined, 'development'],
    ['development', 'development'],
    ['test', 'test'],
    ['production', 'production'],
  ] as const)('%s is stored at the first start as %s, and starts again', async (given, kept) => {
    expect(await start(given)).toBe(true);
    expect(await stored()).toBe(kept);
    expect(await start(given)).toBe(true);
  });

  it.each([
    ['production', undefined],
    ['production', 'test'],
    ['test', 'development'],
    ['development', 'production'],
  ] as const)('one stored as %s refuses to start as %s', async (first, later) => {
    await start(first);
    await expect(start(later)).rejects.toThrow(StartRefused);
    await expect(start(later)).rejects.toThrow(`this database is of the environment ${first}`);
  });

  it('a database that holds a shop but says nothing refuses to start unset', async () => {
    await aShop(database.db);
    await expect(start()).rejects.toThrow('HUB_ENVIRONMENT: is required');
    expect(await start('test')).toBe(true);
    expect(await stored()).toBe('test');
  });

  it('of two first starts at once with two values one is refused', async () => {
    const ends = await Promise.allSettled([start('test'), start('production')]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('logs once that the database is unavailable, and once that it is available again', async () => {
    const away = gate({ DATABASE_URL: 'postgres://hub:pw@127.0.0.1:1/hub' });
    expect(await away.look()).toBe(false);
    expect(await away.look()).toBe(false);
    expect(away.ready()).toBe(false);
    expect(lines.map(([message]) => message)).toEqual(['the database is unavailable: waiting for it']);
  });

  it('warns with the arithmetic if the pools of all processes exceed what the server admits', async () => {
    await gate({ DATABASE_POOL_SIZE: 2 }, 'small').pass();
    expect(lines).toEqual([]);
    await gate({ DATABASE_POOL_SIZE: 900 }, 'large').pass();
    expect(lines).toEqual([
      [
        'the pools of all processes may open more connections than the server admits',
        {
          pools: expect.arrayContaining([{ of: 'large', processes: 1, connections: 900 }]),
          total: expect.any(Number),
          admitted: expect.any(Number),
        },
      ],
    ]);
  });
});

describe('D37: work in flight that does not progress', () => {
  it('marks its consumer as stuck, for as long as it does not', async () => {
    const world = await FrameWorld.open();
    let end = () => {};
    const parts = await world.startWorker(() => ({
      consumers: [
        {
          ...callingConsumer(COMMANDS.registerReturn, async () => {
            await new Promise<void>((resolve) => (end = resolve));
            return done('it is ok');
          }),
          longestMs: 50,
        },
      ],
    }));
    const { name: queue } = commandQueue(COMMANDS.registerReturn);
    const consumer = parts.find(({ name }) => name === queue);
    expect(consumer?.stuck?.()).toBe(false);
    const body = Buffer.from(JSON.stringify({ returnId: '00000000-0000-4000-8000-000000000001' }));
    world.channel.sendToQueue(queue, body, { messageId: '10000000-0000-4000-8000-000000000001' });
    await eventually(() => expect(consumer?.stuck?.()).toBe(true));
    expect(parts.filter(({ dependency }) => dependency).map(({ name }) => name)).toEqual([
      'database',
      'broker',
    ]);

    end();
    await eventually(() => expect(consumer?.stuck?.()).toBe(false));
    await world.close();
  });
});
