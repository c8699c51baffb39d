import { randomUUID } from 'node:crypto';
import { inSqlTransaction, Prisma, rows, type Sql } from '@hub/database';
import { createTestDatabase, eventually, openSession, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { OutboxFloor } from '../src/outbox/outbox-floor';
import { outboxLook } from '../src/outbox/outbox-relay';

const IdRow = z.object({ id: z.bigint() });
const PlanRow = z.object({
  'QUERY PLAN': z.tuple([
    z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }) }),
  ]),
});

let database: TestDatabase;
type Session = Awaited<ReturnType<typeof openSession>>;
const clients: Session[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await database.drop();
});

/** A session beside the relay's. */
async function session(): Promise<Session> {
  const client = await openSession(database.url);
  clients.push(client);
  return client;
}

const enqueueMany = (client: Session, count: number) =>
  client.query(
    `INSERT INTO outbox (message_id, type, payload, correlation)
     SELECT gen_random_uuid(), 'order.route', '{"a":1}', $1 FROM generate_series(1, $2)`,
    [randomUUID(), count],
  );
/** Only the floor itself, moved by every scan: a scan from the beginning finds nothing. */
const alone = () => new OutboxFloor({ moveMs: 0, fromZeroMs: Infinity });
let now = 0;
async function settled(floor: OutboxFloor): Promise<bigint> {
  let below = 0n;
  for (let look = 0; look < 4; look += 1) {
    now += 1;
    below = await inSqlTransaction(database.db, (tx) => floor.below(tx, now));
  }
  return below;
}
const look = (tx: Sql, below: bigint) =>
  rows(IdRow, tx.$queryRaw(outboxLook({ below, paused: [], sent: [] })));

describe('the outbox scan', () => {
  it('beside an hour-long transaction costs what there is, not what came and went', async () => {
    const backup = await session();
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await backup.query('SELECT count(*) FROM shop');
    const floor = alone();
    await settled(floor);
    const service = await session();
    for (let round = 0; round < 3; round += 1) {
      await enqueueMany(service, 5_000);
      await service.query('DELETE FROM outbox');
    }
    // A transaction in any database of the server holds the floor while it lasts.
    const below = await eventually(async () => {
      const reached = await settled(floor);
      expect(reached).toBe(15_000n);
      return reached;
    });

    const blocks = (from: bigint) => inSqlTransaction(database.db, (tx) => blocksOf(tx, from));
    expect(await blocks(0n)).toBeGreaterThan(200);
    expect(await blocks(below)).toBeLessThan(20);
  });

  it('finds a row that is committed after others with higher ids came and went', async () => {
    const [late, service] = [await session(), await session()];
    const floor = alone();
    await settled(floor);
    await late.query('BEGIN');
    await enqueueMany(late, 1);
    await enqueueMany(service, 10);
    await service.query('DELETE FROM outbox');
    await settled(floor);
    await late.query('COMMIT');
    const found = await inSqlTransaction(database.db, async (tx) => look(tx, await floor.below(tx, now + 1)));
    expect(found).toHaveLength(1);
  });

  it('never begins above a row that is there, whatever commits when', async () => {
    const writers = [await session(), await session(), await session()];
    const open = new Set<Session>();
    const floor = alone();
    await settled(floor);
    const act = fc.record({
      writer: fc.constantFrom(...writers),
      what: fc.constantFrom('write', 'end', 'delete', 'look', 'look'),
      commits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 60 }), async (acts) => {
        const missed: { id: bigint }[] = [];
        for (const { writer, what, commits } of acts) {
          if (what === 'write') {
            if (!open.has(writer)) await writer.query('BEGIN');
            open.add(writer);
            await enqueueMany(writer, 1);
          } else if (what === 'end') {
            if (open.delete(writer)) await writer.query(commits ? 'COMMIT' : 'ROLLBACK');
          } else if (what === 'delete') {
            await database.db
              .$executeRaw`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY random() LIMIT 2)`;
          } else {
            now += 1;
            const [all, found] = await inSqlTransaction(database.db, async (tx) => {
              const below = await floor.below(tx, now);
              return [await look(tx, 0n), await look(tx, below)];
            });
            missed.push(...all.filter(({ id }) => !found.some((row) => row.id === id)));
          }
        }
        expect(missed).toEqual([]);
      }),
      { numRuns: 12 },
    );
    for (const writer of open) await writer.query('ROLLBACK');
  });
});

describe('the floor of the scan', () => {
  it('is reset to the beginning periodically, so that nothing waits for ever', async () => {
    const service = await session();
    await enqueueMany(service, 5);
    await service.query('DELETE FROM outbox');
    // A transaction in any database of the server may hold a floor back: then another one is watched.
    await eventually(async () => {
      const floor = new OutboxFloor({ moveMs: 0, fromZeroMs: 100 });
      const below = (at: number) => inSqlTransaction(database.db, (tx) => floor.below(tx, at));
      const seen: bigint[] = [];
      for (const at of [0, 10, 20, 30, 99, 100, 101]) seen.push(await below(at));
      expect(seen).toEqual([0n, 5n, 5n, 5n, 5n, 0n, 5n]);
    });
  });
});

async function blocksOf(tx: Sql, below: bigint): Promise<number> {
  const [explained] = await rows(
    PlanRow,
    tx.$queryRaw(
      Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${outboxLook({ below, paused: [], sent: [] })}`,
    ),
  );
  const plan = explained?.['QUERY PLAN'][0].Plan;
  return plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : 0;
}
