import { inTransaction } from '@hub/database';
import { asKeys, KeyRing, openKeys } from '@hub/installation';
import { aHold, aSheet, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  applySheet,
  createTokenTester,
  findShop,
  parseSheet,
  rotateKeys,
  setDoorToken,
  shopsByKey,
  takeDoorTokenBack,
  tokenTestText,
} from '../src';
import { aLogger } from './a-logger';
import { aStore, refusal, type LocalStore } from './a-store';

const SLUG = 'nordic-outdoor';
const ENV = { NORDIC_BEARER_TOKEN: 'of-the-sheet', NORDIC_SIGNING_SECRET: 'signing' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await apply();
});
afterAll(() => database.drop());

async function apply(overrides: Record<string, unknown> = {}, env = ENV) {
  const read = parseSheet(aSheet(overrides), env, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join());
  return inTransaction(database.db, (tx) => applySheet(tx, read.sheet, TEST_ENCRYPTION_KEY));
}

const tokens = async () => {
  const keys = new KeyRing([TEST_ENCRYPTION_KEY]);
  return (await inTransaction(database.db, (tx) => findShop(tx, SLUG, keys)))?.bearerTokens;
};

async function setAtTheDoor(token: string): Promise<void> {
  await inTransaction(database.db, (tx) =>
    setDoorToken(tx, { slug: SLUG, token }, asKeys(TEST_ENCRYPTION_KEY)),
  );
}

describe("D35: a bearer token set at the shop's door", () => {
  it('is tried before those of the sheet, and ends a hold on calls', async () => {
    const { id: shopId } = await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } });
    await aHold(database.db, { shopId });
    await setAtTheDoor('of-the-door');
    expect(await tokens()).toEqual(['of-the-door', 'of-the-sheet']);
    expect(await database.db.callHold.count()).toBe(0);
  });

  it('takes precedence over a sheet that names no new one, and gives way to one that does', async () => {
    expect(await apply({ name: 'Another name' })).toMatchObject({
      kind: 'changed',
      changes: [{ field: 'name' }],
    });
    expect(await apply({ name: 'Another name' })).toMatchObject({ kind: 'unchanged' });
    expect(await tokens()).toEqual(['of-the-door', 'of-the-sheet']);
    await apply({ name: 'Another name' }, { ...ENV, NORDIC_BEARER_TOKEN: 'new-of-the-sheet' });
    expect(await tokens()).toEqual(['new-of-the-sheet']);
  });
});

describe('D35: a bearer token of the door is taken back', () => {
  const setAt = async () =>
    (await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } })).doorTokenSetAt ?? new Date(0);
  const takeBack = (at: Date) =>
    inTransaction(database.db, (tx) => takeDoorTokenBack(tx, { slug: SLUG, setAt: at }));
  const sentFirst = async () => (await tokens())?.[0];

  it('sends the one that it replaced again, then those of the sheet; held calls resume', async () => {
    const { id: shopId } = await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } });
    await setAtTheDoor('first');
    await setAtTheDoor('second');
    await aHold(database.db, { shopId });
    expect([await takeBack(await setAt()), await sentFirst()]).toEqual(['door', 'first']);
    expect(await database.db.callHold.count()).toBe(0);
    expect([await takeBack(await setAt()), await sentFirst()]).toEqual(['sheet', 'new-of-the-sheet']);
    expect(await takeBack(await setAt())).toBe('none_set');
  });

  it('leaves a newer token alone, and is done once by two at the same moment', async () => {
    await setAtTheDoor('first');
    const seen = await setAt();
    await setAtTheDoor('second');
    expect([await takeBack(seen), await sentFirst()]).toEqual(['another', 'second']);
    const now = await setAt();
    const ends = await Promise.all([takeBack(now), takeBack(now)]);
    expect(ends.toSorted()).toEqual(['another', 'door']);
    expect(await sentFirst()).toBe('first');
  });

  it('is not lost where the new one is set twice', async () => {
    await setAtTheDoor('first');
    await setAtTheDoor('second');
    await setAtTheDoor('second');
    expect([await takeBack(await setAt()), await sentFirst()]).toEqual(['door', 'first']);
  });

  it('is not kept if it cannot be decrypted: the sheet counts again', async () => {
    await setAtTheDoor('first');
    const unreadable = new Uint8Array(40);
    await database.db.shop.update({ where: { slug: SLUG }, data: { doorToken: unreadable } });
    await setAtTheDoor('second');
    const { formerDoorToken } = await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } });
    expect([formerDoorToken, await takeBack(await setAt())]).toEqual([null, 'sheet']);
  });

  it('is forgotten where a sheet names another', async () => {
    await setAtTheDoor('first');
    await setAtTheDoor('second');
    await apply({ name: 'Another name' }, { ...ENV, NORDIC_BEARER_TOKEN: 'newest-of-the-sheet' });
    const row = await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } });
    expect([row.doorToken, row.formerDoorToken]).toEqual([null, null]);
  });
});

describe('D35: the test of a bearer token', () => {
  let store: LocalStore;
  beforeAll(async () => {
    store = await aStore();
    await database.db.shop.update({ where: { slug: SLUG }, data: { storeApiRoot: store.root } });
    await setAtTheDoor('of-the-door');
  });
  afterAll(() => store.close());

  const test = (slug = SLUG, key = TEST_ENCRYPTION_KEY) =>
    createTokenTester({
      db: database.db,
      keys: new KeyRing([key]),
      logger: aLogger().logger,
      timeoutMs: 2_000,
      allowInsecureStores: true,
    })(slug);

  it('is one GET /products?limit=1 with the token that is sent first, in the call log like any other', async () => {
    store.answer = () => ({ status: 200, body: { products: [], next_cursor: null } });
    store.received.length = 0;
    expect(await test()).toEqual({ result: 'accepted', status: 200, why: null });
    expect(store.received).toMatchObject([
      { method: 'GET', path: '/api/products?limit=1', headers: { authorization: 'Bearer of-the-door' } },
    ]);
    expect(await database.db.storeCall.findMany()).toMatchObject([
      { operation: 'read_products', status: 200, outcome: 'confirmed' },
    ]);
  });

  it.each([
    [401, 'refused', 'Test: refused (401).'],
    [403, 'refused', 'Test: refused (403).'],
    [503, 'unclear', 'Test: not clear, the store answered 503 to GET /products.'],
    [404, 'unclear', 'Test: not clear, the store answered 404 to GET /products.'],
    [200, 'unclear', 'Test: not clear, the store answered 200 to GET /products.'],
  ])('says what the store answers: %s', async (status, result, says) => {
    store.answer = status === 200 ? () => ({ status, body: {} }) : refusal(status);
    store.received.length = 0;
    const made = await test();
    expect([made.result, tokenTestText(made), store.received.length]).toEqual([result, says, 1]);
  });

  it('calls no store where the capability is off or the secrets do not open', async () => {
    store.received.length = 0;
    await database.db.shop.update({ where: { slug: SLUG }, data: { products: 'off' } });
    expect(tokenTestText(await test())).toBe('Not tested: the capability products is off.');
    await database.db.shop.update({ where: { slug: SLUG }, data: { products: 'live' } });
    expect(tokenTestText(await test('no-such-shop'))).toBe('Not tested: there is no such shop.');
    expect(tokenTestText(await test(SLUG, 'cd'.repeat(32)))).toBe(
      'Not tested: its secrets cannot be opened right now.',
    );
    expect(store.received).toEqual([]);
  });
});

describe("D34: the door's bearer token under a rotation", () => {
  it('is re-encrypted with the secrets of its shop', async () => {
    const NEW = 'ab'.repeat(32);
    await setAtTheDoor('former');
    await setAtTheDoor('of-the-door');
    const keys = await openKeys(database.db, { HUB_ENCRYPTION_KEYS: [NEW, TEST_ENCRYPTION_KEY] });
    if ('lacks' in keys) throw new Error('lacks');
    expect(await rotateKeys(database.db, keys)).toMatchObject({ kind: 'rotated', shops: 1 });
    const shop = await inTransaction(database.db, (tx) => findShop(tx, SLUG, new KeyRing([NEW])));
    expect(shop?.bearerTokens[0]).toBe('of-the-door');
    expect(await shopsByKey(database.db)).toHaveLength(1);
    const { doorTokenSetAt } = await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } });
    const back = { slug: SLUG, setAt: doorTokenSetAt ?? new Date(0) };
    await inTransaction(database.db, (tx) => takeDoorTokenBack(tx, back));
    const before = await inTransaction(database.db, (tx) => findShop(tx, SLUG, new KeyRing([NEW])));
    expect(before?.bearerTokens[0]).toBe('former');
  });
});
