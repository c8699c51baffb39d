import {
  createDatabase,
  executeWithNext,
  inSqlTransaction,
  inTransaction,
  Prisma,
  rows,
  type Database,
  type Sql,
} from '@hub/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { z } from 'zod';
import { aShop } from '../src/a-shop';
import { createTestDatabase, type TestDatabase } from '../src/test-database';

const IdRow = z.object({ id: z.int() });

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, { poolSize: 1 });
  await db.$executeRaw`CREATE TABLE kept (id int PRIMARY KEY)`;
});
beforeEach(() => db.$executeRaw`DELETE FROM kept`);
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const keep = (id: number) => Prisma.sql`INSERT INTO kept VALUES (${id})`;
const kept = async () => {
  const found = await rows(IdRow, db.$queryRaw`SELECT id FROM kept ORDER BY id`);
  return found.map(({ id }) => id);
};

/** Counts queries sent to a connection of the driver before it is ready for them. */
function watchDriver() {
  const busy = new WeakSet<Client>();
  let overlaps = 0;
  const query: (...given: never[]) => unknown = Client.prototype.query;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given) {
    if (busy.has(this)) overlaps += 1;
    busy.add(this);
    this.connection.prependOnceListener('readyForQuery', () => busy.delete(this));
    return Reflect.apply(query, this, given);
  });
  return {
    overlaps: () => {
      spy.mockRestore();
      return overlaps;
    },
  };
}

describe.each(['named', 'off'] as const)('a read-only transaction, statements prepared: %s', (prepared) => {
  let reading: Database;
  beforeAll(() => {
    reading = createDatabase(database.url, { poolSize: 1, prepared });
  });
  afterAll(() => reading.$disconnect());

  it('reads one snapshot, and may write nothing', async () => {
    const counted = (tx: Sql) => tx.$executeRaw`SELECT FROM kept`;
    const read = inTransaction(
      reading,
      async (tx) => {
        const before = await counted(tx);
        await db.$executeRaw(keep(1));
        return [before, await counted(tx)];
      },
      { readOnly: true },
    );
    expect(await read).toEqual([0, 0]);
    const writing = inTransaction(reading, (tx) => tx.$executeRaw(keep(2)), { readOnly: true });
    await expect(writing).rejects.toThrow('read-only');
    expect(await kept()).toEqual([1]);
  });
});

describe("a transaction of Prisma's", () => {
  it('gives the driver one statement at a time, for all relations that an include reads', async () => {
    const shop = await aShop(database.db);
    const driver = watchDriver();
    const found = await inTransaction(db, (tx) =>
      Promise.all([
        tx.shop.findUniqueOrThrow({
          where: { id: shop.id },
          include: { locations: true, secrets: true, splitRates: true },
        }),
        tx.shop.count(),
        tx.alert.count(),
      ]),
    );

    expect(driver.overlaps()).toBe(0);
    expect(found).toMatchObject([{ locations: [{}], secrets: [{}], splitRates: [{}] }, 1, 0]);
  });

  it('continues after a failed statement, and is rolled back', async () => {
    const failing = inTransaction(db, (tx) =>
      Promise.all([tx.$executeRaw(keep(1)), tx.$executeRaw(keep(1)), tx.$executeRaw(keep(2))]),
    );
    await expect(failing).rejects.toThrow('kept_pkey');
    expect(await kept()).toEqual([]);
  });
});

describe('a transaction of raw SQL', () => {
  it('plans once for any parameters and reads tables by their indexes, until it ends; no connection compiles', async () => {
    const settings = (tx: Sql) =>
      rows(
        z.object({ plans: z.string(), scans: z.string(), compiles: z.string() }),
        tx.$queryRaw`
        SELECT current_setting('plan_cache_mode') AS plans, current_setting('enable_seqscan') AS scans,
          current_setting('jit') AS compiles`,
      );
    const before = await settings(db);

    // When and then
    expect(await inSqlTransaction(db, settings)).toEqual([
      { plans: 'force_generic_plan', scans: 'off', compiles: 'off' },
    ]);
    expect(await settings(db)).toEqual(before);
    expect(before).toEqual([{ plans: 'auto', scans: 'on', compiles: 'off' }]);
  });

  it('sends the statements of one turn together: BEGIN and independent reads cost one round trip', async () => {
    const spy = jest.spyOn(Client.prototype, 'query');
    const read = await inSqlTransaction(db, async (tx) => {
      const both = await Promise.all([
        tx.$queryRaw`SELECT 1 AS one`,
        tx.$queryRaw`SELECT ${2}::int AS two, now() AS at`,
      ]);
      await executeWithNext(tx, keep(1));
      await tx.$executeRaw(keep(2));
      return both;
    });
    const trips = spy.mock.calls.length;
    spy.mockRestore();

    expect(read).toEqual([[{ one: 1 }], [{ two: 2, at: expect.any(Date) }]]);
    expect(trips).toBe(3);
    expect(await kept()).toEqual([1, 2]);
  });

  it('gives the driver one group at a time: statements issued during one form the next', async () => {
    const driver = watchDriver();
    const chain = async (tx: Sql, first: number) => {
      await tx.$executeRaw(keep(first));
      await tx.$executeRaw(keep(first + 1));
      await tx.$executeRaw(keep(first + 2));
    };
    await inSqlTransaction(db, async (tx) => {
      const first = chain(tx, 30);
      // Its first statement has been sent, and no answer can have arrived yet.
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      await Promise.all([first, chain(tx, 10), chain(tx, 20)]);
    });

    expect(driver.overlaps()).toBe(0);
    expect(await kept()).toEqual([10, 11, 12, 20, 21, 22, 30, 31, 32]);
  });

  it('runs statements of one round trip in their order, each on the results of those before it', async () => {
    const counts = await inSqlTransaction(db, (tx) =>
      Promise.all([
        tx.$executeRaw(keep(1)),
        tx.$queryRaw`SELECT count(*)::int AS rows FROM kept`,
        tx.$executeRaw`DELETE FROM kept`,
        tx.$queryRaw`SELECT count(*)::int AS rows FROM kept`,
      ]),
    );
    expect(counts).toEqual([1, [{ rows: 1 }], 1, [{ rows: 0 }]]);
  });

  it('a statement left for the next one goes with COMMIT if none follows', async () => {
    await inSqlTransaction(db, (tx) => executeWithNext(tx, keep(1)));
    expect(await kept()).toEqual([1]);
  });

  it('after a failed one the server runs none of those sent with it: all of it is rolled back, with its error', async () => {
    const failing = inSqlTransaction(db, async (tx) => {
      await executeWithNext(tx, keep(1));
      await executeWithNext(tx, keep(1));
      await tx.$executeRaw(keep(2));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    const atTheEnd = inSqlTransaction(db, async (tx) => {
      await tx.$executeRaw(keep(3));
      await executeWithNext(tx, keep(3));
    });
    await expect(atTheEnd).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([]);
  });

  it('statements that were never prepared, as an earlier one had failed, are prepared when they come again', async () => {
    const run = (first: number) =>
      inSqlTransaction(db, (tx) =>
        Promise.all([
          tx.$queryRaw`SELECT 1 / ${first}::int AS quotient`,
          tx.$queryRaw`SELECT 'not prepared before' AS word`,
        ]),
      );
    await expect(run(0)).rejects.toMatchObject({ code: '22012' });
    expect(await run(1)).toEqual([[{ quotient: 1 }], [{ word: 'not prepared before' }]]);
  });

  it('a parameter that cannot be sent ends it, and the statements behind it are not run', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('no such value');
      },
    };
    const failing = inSqlTransaction(db, async (tx) => {
      await tx.$executeRaw(keep(1));
      await Promise.all([tx.$queryRaw`SELECT ${unsendable}::text`, tx.$executeRaw(keep(2))]);
    });
    await expect(failing).rejects.toThrow('no such value');
    expect(await kept()).toEqual([]);
  });

  it('does not succeed if a statement had failed unnoticed: nothing of it was committed', async () => {
    const ended = inSqlTransaction(db, async (tx) => {
      await tx.$executeRaw(keep(1));
      await tx.$executeRaw(keep(1)).catch(() => undefined);
    });
    await expect(ended).rejects.toThrow('rolled back');
    expect(await kept()).toEqual([]);
  });

  it('runs nothing if its BEGIN is refused: statements sent with it are not committed separately', async () => {
    const refusing = createDatabase(database.url, { poolSize: 1 });
    // The settings sent with BEGIN fail: the server skips everything sent behind them.
    await refusing.$executeRaw`CREATE SCHEMA refusing`;
    await refusing.$executeRaw`CREATE FUNCTION refusing.set_config(text, text, boolean) RETURNS text
      LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '57014'; END $$`;
    await refusing.$executeRaw`SET search_path = refusing, pg_catalog, public`;
    const refused = inSqlTransaction(refusing, (tx) =>
      tx.$executeRaw(Prisma.sql`INSERT INTO public.kept VALUES (1)`),
    );
    await expect(refused).rejects.toMatchObject({ code: '57014' });
    await refusing.$disconnect();
    expect(await kept()).toEqual([]);
  });
});
