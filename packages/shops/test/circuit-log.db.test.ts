import { writeInventory } from '@hub/store-calls';
import { inTransaction, type Database } from '@hub/database';
import { aShop, createTestDatabase, eventually, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createShopCalls,
  createShopDirectory,
  forgetSilentCircuits,
  type ShopCalls,
  type ShopDirectory,
} from '../src';
import { aLogger } from './a-logger';
import { aStore, receipt, refusal, type LocalStore } from './a-store';

const WRITE = { variant_id: 'V-1', location_id: '9000', quantity: 4 };
const OPENED = Date.parse('2026-11-21T10:00:00Z');

let database: TestDatabase;
let db: Database;
let store: LocalStore;
let now: number;
let directory: ShopDirectory;
const running: ShopCalls[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  store = await aStore();
  now = OPENED;
  const { logger } = aLogger();
  directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
  await directory.start();
}, 60_000);
afterEach(async () => {
  for (const calls of running.splice(0)) await calls.stop();
  await directory.stop();
  await store.close();
  await database.drop();
}, 60_000);

function aWorker(): ShopCalls {
  const { logger } = aLogger();
  const calls = createShopCalls({
    db,
    directory,
    logger,
    clock: { now: () => now },
    timeoutMs: 10_000,
    retryBaseMs: 1,
    allowInsecureStores: true,
  });
  running.push(calls);
  return calls;
}

const circuits = () => db.shopCircuit.findMany({ orderBy: { worker: 'asc' } });

async function failOften(calls: ShopCalls, shopId: number): Promise<void> {
  for (let n = 0; n < 5; n += 1) await calls.send(shopId, writeInventory(WRITE));
}

it('D23: each worker reports when it suspends calls to a store, that it still does, and when it answers again', async () => {
  const shop = await aShop(db, { storeApiRoot: store.root });
  const [one, other] = [aWorker(), aWorker()];
  const open = { shopId: shop.id, openSince: new Date(OPENED) };
  store.answer = refusal(503);

  await failOften(one, shop.id);
  const { worker } = await eventually(async () => {
    const [first, ...others] = await circuits();
    expect({ first, others }).toMatchObject({ first: open, others: [] });
    return first ?? { worker: '' };
  });
  await failOften(other, shop.id);
  await eventually(async () => expect(await circuits()).toMatchObject([open, open]));

  const ofOne = () => db.shopCircuit.findFirst({ where: { worker } });
  now += 31_000;
  await one.send(shop.id, writeInventory(WRITE));
  await eventually(async () => expect(await ofOne()).toMatchObject({ ...open, seenAt: new Date(now) }));

  now += 31_000;
  store.answer = receipt;
  await one.send(shop.id, writeInventory(WRITE));
  await eventually(async () =>
    expect(await ofOne()).toMatchObject({ openSince: null, seenAt: new Date(now) }),
  );
  expect(await db.shopCircuit.count({ where: open })).toBe(1);
});

describe('D19: the shop’s row records since when its circuit is open, for routing', () => {
  const openSince = async () => (await db.shop.findFirstOrThrow()).circuitOpenSince;
  const untilOpenSince = (at: Date | null) => eventually(async () => expect(await openSince()).toEqual(at));

  it('in any worker: until the last of them has it closed, or ends', async () => {
    const shop = await aShop(db, { storeApiRoot: store.root });
    const [one, other] = [aWorker(), aWorker()];
    store.answer = refusal(503);
    await failOften(one, shop.id);
    await untilOpenSince(new Date(OPENED));
    now += 31_000;
    await failOften(other, shop.id);
    await eventually(async () => expect(await circuits()).toHaveLength(2));
    store.answer = receipt;
    await one.send(shop.id, writeInventory(WRITE));
    await untilOpenSince(new Date(now));
    await other.stop();
    await untilOpenSince(null);
  });

  it('not permanently if the process that had it open was killed', async () => {
    const shop = await aShop(db, { storeApiRoot: store.root });
    store.answer = refusal(503);
    await failOften(aWorker(), shop.id);
    await untilOpenSince(new Date(OPENED));
    const sweep = (at: number) => inTransaction(db, (tx) => forgetSilentCircuits(tx, at));
    expect(await sweep(now + 599_000)).toBe(0);
    expect(await sweep(now + 601_000)).toBe(1);
    expect(await openSince()).toBeNull();
  });
});

it('calls to a store that fails now and then are not suspended', async () => {
  const shop = await aShop(db, { storeApiRoot: store.root });
  const calls = aWorker();
  for (let n = 0; n < 3; n += 1) {
    store.answer = refusal(503);
    await calls.send(shop.id, writeInventory(WRITE));
    store.answer = receipt;
    await calls.send(shop.id, writeInventory(WRITE));
  }
  await calls.stop();
  expect(await circuits()).toEqual([]);
});
