import type { Sql } from '@hub/database';
import { startWorker, type WorkerContext } from '@hub/messaging';
import { createLogger, systemClock, type Component } from '@hub/runtime';
import type { ShopCallOutcome } from '@hub/shops';
import {
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreWriter, type ClaimedWrite, type EndedWrite } from '../src';

const logger = createLogger({ service: 'test', level: 'error' });
const SHOP = 7;
/** The maximum of a shop's rows called at a time, those that failed before counted separately. */
const SLOTS = 6;

interface FailedMessage extends ClaimedWrite {
  id: number;
}

let database: TestDatabase;
let context: WorkerContext<Parameters<typeof startWorker>[0]['config']>;
let writer: StoreWriter<FailedMessage, string>;
/** Calls in flight, each with a function that ends it. */
let calls: Map<number, (outcome: ShopCallOutcome<string>) => void>;
let recorded: EndedWrite<FailedMessage, string>[][];
const components: Component[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const config = {
    DATABASE_URL: database.url,
    AMQP_URL: testAmqpUrl(),
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    LOG_LEVEL: 'error',
  } as const;
  await startWorker(
    { name: 'returns', config, logger, subscriptions: (given) => ((context = given), { consumers: [] }) },
    components,
  );
}, 60_000);
afterAll(async () => {
  for (const component of components.toReversed()) await component.stop();
  await database.drop();
}, 60_000);

beforeEach(() => {
  calls = new Map();
  recorded = [];
  writer = aWriter(async () => []);
});

function aWriter(findDueShops: () => Promise<number[]>): StoreWriter<FailedMessage, string> {
  const { work } = context;
  return new StoreWriter<FailedMessage, string>({
    write: {
      name: 'letters',
      findDueShops,
      claim: async () => [],
      call: ({ id }) => new Promise((resolve) => calls.set(id, resolve)),
      record: async (_, ended) => {
        recorded.push([...ended]);
        return ended.map(() => ({ dueNow: false }));
      },
    },
    work,
    database: { away: false, noteFailure: () => false },
    logger,
    clock: systemClock,
    leaseMs: 60_000,
    pollMs: 1,
  });
}

const confirmed = { kind: 'confirmed', receipt: 'R-1', status: 200, attempts: 1 } as const;
/** A transaction that writes rows as claimed, as far as there are slots. @returns how many there were */
const decide = (ids: number[], then: (tx: Sql) => Promise<void> = async () => undefined) =>
  context.work.transact(async (tx) => {
    let claimed = 0;
    for (const id of ids) {
      const slot = writer.slotFor(tx, SHOP);
      if (!slot) continue;
      claimed += 1;
      slot.handOver({ id, shopId: SHOP, failing: false });
    }
    await then(tx);
    return claimed;
  });

describe('rows born claimed, handed over by the process that decided', () => {
  it('are called after the commit, not before', async () => {
    await decide([1], async () => expect(calls.size).toBe(0));
    expect([...calls.keys()]).toEqual([1]);
    calls.get(1)?.(confirmed);
    await eventually(() => expect(recorded.flat()).toMatchObject([{ write: { id: 1 }, outcome: confirmed }]));
  });

  it('are as many as the shop has slots; the others are written as due', async () => {
    expect(await decide([1, 2, 3, 4, 5, 6, 7, 8])).toBe(SLOTS);
    expect(await decide([9])).toBe(0);
    expect(calls.size).toBe(SLOTS);
    calls.get(1)?.(confirmed);
    await eventually(async () => expect(await decide([10])).toBe(1));
  });

  it('of a transaction that is rolled back are not called, and their slots are free again', async () => {
    const failing = decide([1, 2, 3, 4, 5, 6], () => Promise.reject(new Error('undecided')));
    await expect(failing).rejects.toThrow('undecided');
    expect(calls.size).toBe(0);
    expect(await decide([1, 2, 3, 4, 5, 6])).toBe(SLOTS);
  });

  it('a slot to which nothing was handed over is free again after the commit', async () => {
    await context.work.transact(async (tx) => {
      for (let count = 1; count <= SLOTS; count += 1) expect(writer.slotFor(tx, SHOP)).not.toBeNull();
      expect(writer.slotFor(tx, SHOP)).toBeNull();
    });
    expect(await decide([1])).toBe(1);
  });

  it('a process that ends gives none', async () => {
    writer.beginStop();
    expect(await decide([1])).toBe(0);
  });
});

it('D23: calls that ended together are recorded together', async () => {
  await decide([1, 2, 3, 4]);
  for (const end of calls.values()) end(confirmed);
  await eventually(() => expect(recorded.flat()).toHaveLength(4));
  expect(recorded.length).toBeLessThanOrEqual(2);
});

it('D23: scans for due rows are one at a time, however slow the database is', async () => {
  // Given a database that takes longer for a scan than the time between two
  let [scans, atOnce, most] = [0, 0, 0];
  const polling = aWriter(async () => {
    scans += 1;
    most = Math.max(most, (atOnce += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
    return [];
  });
  // When it polls
  await polling.start();
  await eventually(() => expect(scans).toBeGreaterThan(3));
  await polling.stop();
  // Then scans do not pile up
  expect(most).toBe(1);
});
