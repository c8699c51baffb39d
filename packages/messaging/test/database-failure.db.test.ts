import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import {
  createDatabase,
  inSqlTransaction,
  inTransaction,
  Prisma,
  rows,
  type Database,
  type DatabaseOptions,
  type Sql,
} from '@hub/database';
import { createTestDatabase, eventually, Wire, type TestDatabase } from '@hub/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { isTransientConflict } from '../src/failure';
import { settleFailure } from '../src/work';

const PidRow = z.object({ pid: z.int() });
const SettingRow = z.object({ idle: z.string() });
const LimitsRow = z.object({ idleEndsFirst: z.boolean() });

let database: TestDatabase;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => database.drop());

const AWAY = { kind: 'away' };
const TOO_SLOW = { kind: 'retry', reason: 'took too long in the database' };
const SPENT = { kind: 'retry' };

/** The three ways in which services access the database: each has its own kind of error. */
const WAYS: [way: string, run: (db: Database, work: (tx: Sql) => Promise<unknown>) => Promise<unknown>][] = [
  ['a statement alone', async (db, work) => work(db)],
  ['a transaction', (db, work) => inTransaction(db, work)],
  ['a transaction of SQL alone', (db, work) => inSqlTransaction(db, work)],
];

const raise = (state: string) => (tx: Sql) =>
  tx.$executeRaw(Prisma.raw(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`));
const look = (tx: Sql) => tx.$queryRaw`SELECT 1`;
const sleep = (seconds: number) => (tx: Sql) => tx.$executeRaw`SELECT pg_sleep(${seconds})`;

async function failureOf(failing: Promise<unknown>): Promise<unknown> {
  return failing.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
}

function open(url: string, options?: DatabaseOptions): Database {
  const db = createDatabase(url, options);
  closing.push(() => db.$disconnect());
  return db;
}

/** A server that answers every connection in one way: with nothing at all, unless configured. */
async function serverThat(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) =>
    socket.on('error', () => undefined).on('data', () => answer(socket)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const address = server.address();
  return `postgres://hub:pw@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hub`;
}

/** PostgreSQL's message of a fatal error, as sent to a connecting client. */
function fatal(state: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mnot now\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe.each(WAYS)('D37: what the server answers, in %s', (_way, run) => {
  it.each([
    '08006',
    '25006',
    '53100',
    '53200',
    '53300',
    '53400',
    '57P01',
    '57P02',
    '57P03',
    '58000',
    '58030',
  ])('%s: the database is unavailable, no attempt is spent', async (state) => {
    const error = await failureOf(run(database.db, raise(state)));
    expect(settleFailure(error)).toMatchObject(AWAY);
  });

  it.each(['57014', '55P03', '25P03'])('%s: too slow, an attempt is spent', async (state) => {
    const error = await failureOf(run(database.db, raise(state)));
    expect(settleFailure(error)).toMatchObject(TOO_SLOW);
  });

  it.each(['40001', '40P01'])('%s: at once again', async (state) => {
    const error = await failureOf(run(database.db, raise(state)));
    expect(isTransientConflict(error)).toBe(true);
  });

  it.each(['23505', '22P05', '42P01', 'P0001', '26000'])('%s: an attempt is spent', async (state) => {
    const error = await failureOf(run(database.db, raise(state)));
    expect(isTransientConflict(error)).toBe(false);
    expect(settleFailure(error)).toMatchObject(SPENT);
  });

  it.each(['57P03', '53300', '28P01', '3D000'])('%s on connect: away', async (state) => {
    const db = open(await serverThat((socket) => socket.end(fatal(state))));
    expect(settleFailure(await failureOf(run(db, look)))).toMatchObject(AWAY);
  });

  it.each([
    ['closes the connection', (socket: Socket) => socket.end()],
    ['resets it', (socket: Socket) => socket.resetAndDestroy()],
    ['says nothing', () => undefined],
  ])('a server that %s: away', async (_what, answer) => {
    const db = open(await serverThat(answer), { limits: { connectMs: 300 } });
    expect(settleFailure(await failureOf(run(db, look)))).toMatchObject(AWAY);
  });

  it.each(['postgres://hub:pw@127.0.0.1:1/hub', 'postgres://hub:pw@nowhere.invalid/hub'])(
    'no server (%s): away',
    async (url) => {
      expect(settleFailure(await failureOf(run(open(url), look)))).toMatchObject(AWAY);
    },
  );

  it('no connection of the pool is free in time: away', async () => {
    const db = open(database.url, { poolSize: 1, limits: { connectMs: 300 } });
    // Its one connection is made first: on a busy machine that takes longer, and the limit is for both.
    await eventually(() => look(db));
    const taken = inSqlTransaction(db, async (tx) => {
      await look(tx);
      return failureOf(run(db, look));
    });
    expect(settleFailure(await taken)).toMatchObject(AWAY);
  });

  it('the server ends the session: away, and the next work finds another', async () => {
    const db = open(database.url, { poolSize: 1 });
    const error = await failureOf(
      run(db, (tx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`),
    );
    expect(settleFailure(error)).toMatchObject(AWAY);
    await run(db, look);
  });

  it('the server cancels a statement over its time: too slow', async () => {
    const db = open(database.url, { limits: { statementMs: 200 } });
    expect(settleFailure(await failureOf(run(db, sleep(5))))).toMatchObject(TOO_SLOW);
  });

  it("the driver's own limit, if the server sends nothing more: too slow, and the connection is dropped", async () => {
    const db = open(database.url, { poolSize: 1, limits: { silenceMs: 300 } });
    expect(settleFailure(await failureOf(run(db, sleep(5))))).toMatchObject(TOO_SLOW);
    await eventually(() => run(db, look));
  });
});

describe('D37: transactions', () => {
  it.each([
    ['prisma', inTransaction],
    ['SQL alone', inSqlTransaction],
  ])('one that was too slow after it began spends an attempt (%s)', async (_kind, inOne) => {
    const slow = async (tx: Sql) => {
      await sleep(0.6)(tx);
      await look(tx);
    };
    const error = await failureOf(inOne(database.db, slow, { timeoutMs: 200 }));
    expect(settleFailure(error)).toMatchObject(TOO_SLOW);
  });

  it('one that waits for a lock too long spends an attempt', async () => {
    const hold = (tx: Sql) => tx.$executeRaw`LOCK TABLE shop IN ACCESS EXCLUSIVE MODE`;
    await inTransaction(database.db, async (tx) => {
      await hold(tx);
      const waiting = inTransaction(database.db, async (other) => {
        await other.$executeRaw`SET LOCAL lock_timeout = 100`;
        await hold(other);
      });
      expect(settleFailure(await failureOf(waiting))).toMatchObject(TOO_SLOW);
    });
  });

  it('of two that deadlock one is redone at once', async () => {
    await database.db
      .$executeRaw`INSERT INTO cancellation_marker (shop_id, order_id) VALUES (1, 'a'), (1, 'b')`;
    const mark = (tx: Sql, id: string) =>
      tx.$executeRaw`UPDATE cancellation_marker SET order_id = order_id WHERE order_id = ${id}`;
    const [first, second] = [new EventEmitter(), new EventEmitter()];
    const bothMarked = Promise.all([once(first, 'marked'), once(second, 'marked')]);
    const ends = await Promise.allSettled([
      inTransaction(database.db, async (tx) => {
        await mark(tx, 'a');
        first.emit('marked');
        await bothMarked;
        await mark(tx, 'b');
      }),
      inSqlTransaction(database.db, async (tx) => {
        await mark(tx, 'b');
        second.emit('marked');
        await bothMarked;
        await mark(tx, 'a');
      }),
    ]);
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(failed).toHaveLength(1);
    expect(isTransientConflict(failed[0])).toBe(true);
  });

  it('the server ends one that stands idle too long, and an attempt is spent', async () => {
    const idle = inSqlTransaction(database.db, async (tx) => {
      const [self] = await rows(PidRow, tx.$queryRaw`SELECT pg_backend_pid() AS pid`);
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 100`;
      await eventually(async () => {
        const left = await database.db.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE pid = ${self?.pid}`;
        expect(left).toEqual([]);
      });
      await look(tx);
    });
    expect(settleFailure(await failureOf(idle))).toMatchObject(TOO_SLOW);
  });

  it('one that its process left behind ends before those that wait for its locks give up', async () => {
    await database.db.$executeRaw`INSERT INTO cancellation_marker (shop_id, order_id) VALUES (3, 'held')`;
    const take = (tx: Sql) =>
      tx.$executeRaw`UPDATE cancellation_marker SET order_id = order_id WHERE order_id = 'held'`;
    // Given a transaction that holds a lock and is never heard of again.
    const held = new EventEmitter();
    const isHeld = once(held, 'held');
    let forget: () => void = () => undefined;
    const left = inSqlTransaction(database.db, async (tx) => {
      await take(tx);
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 100`;
      held.emit('held');
      await new Promise<void>((resolve) => (forget = resolve));
    });
    await isHeld;

    // When another wants the lock, it gets it.
    expect(await inSqlTransaction(database.db, take)).toBe(1);
    forget();
    expect(settleFailure(await failureOf(left))).toMatchObject(TOO_SLOW);
    const usual = rows(
      LimitsRow,
      database.db.$queryRaw`
        SELECT current_setting('idle_in_transaction_session_timeout')::interval
             < current_setting('statement_timeout')::interval AS "idleEndsFirst"`,
    );
    expect(await usual).toEqual([{ idleEndsFirst: true }]);
  });

  it.each([
    ['a transaction', inTransaction],
    ['a transaction of SQL alone', inSqlTransaction],
  ])('behind a pooler each sets that limit itself (%s)', async (_way, inOne) => {
    const db = open(database.url, { poolSize: 1, prepared: 'off' });
    const limitOf = (options?: { timeoutMs: number }) =>
      inOne(
        db,
        (tx: Sql) =>
          rows(
            SettingRow,
            tx.$queryRaw`SELECT current_setting('idle_in_transaction_session_timeout') AS idle`,
          ),
        options,
      );
    expect(await limitOf()).toEqual([{ idle: '10s' }]);
    // Long work may compute between two statements.
    expect(await limitOf({ timeoutMs: 60_000 })).toEqual([{ idle: '65s' }]);
  });

  it('long work has a separate limit', async () => {
    const db = open(database.url, { poolSize: 1, limits: { statementMs: 200, silenceMs: 400, idleMs: 400 } });
    const long = inTransaction(db, sleep(0.8), { timeoutMs: 60_000 });
    expect(await failureOf(inTransaction(db, sleep(0.8)))).toBeInstanceOf(Error);
    await long;
  });
});

describe('D37: a session that answers 25006', () => {
  it.each(WAYS)(
    'is replaced, so that the end of a read-only period is seen at once (%s)',
    async (_way, run) => {
      // Given a session that began while the database took no writes.
      const name = new URL(database.url).pathname.slice(1);
      const readOnly = (state: 'on' | 'off') =>
        database.db.$executeRaw(
          Prisma.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`),
        );
      await readOnly('on');
      const db = open(database.url, { poolSize: 1 });
      const write = (tx: Sql) =>
        tx.$executeRaw`INSERT INTO cancellation_marker (shop_id, order_id) VALUES (2, 'x')`;
      await run(db, look);
      await readOnly('off');

      // When it answers so, the next work finds the database writable.
      expect(settleFailure(await failureOf(run(db, write)))).toMatchObject(AWAY);
      await run(db, async (tx) => {
        await write(tx);
        await tx.$executeRaw`DELETE FROM cancellation_marker WHERE shop_id = 2`;
      });
    },
  );
});

describe('a database host that vanishes silently', () => {
  it.each(WAYS)('is dropped by what waits for it, and new connections are made (%s)', async (_way, run) => {
    const wire = await Wire.to(database.url);
    closing.push(() => wire.close());
    const db = open(wire.url, { poolSize: 2, limits: { silenceMs: 500 } });
    await eventually(() => Promise.all([run(db, sleep(0.2)), run(db, sleep(0.2))]));
    wire.vanish();
    const waiting = [run(db, look), run(db, look)];
    for (const one of waiting) expect(settleFailure(await failureOf(one))).toMatchObject(TOO_SLOW);
    await eventually(() => run(db, look));
  });
});
