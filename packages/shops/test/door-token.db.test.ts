import { inTransaction } from '@hub/database';
import { asKeys, KeyRing, openKeys } from '@hub/installation';
import { aHold, aSheet, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applySheet, findShop, parseSheet, rotateKeys, setDoorToken, shopsByKey } from '../src';

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
  const { id: shopId } = await database.db.shop.findUniqueOrThrow({ where: { slug: SLUG } });
  await inTransaction(database.db, (tx) =>
    setDoorToken(tx, { shopId, slug: SLUG, token }, asKeys(TEST_ENCRYPTION_KEY)),
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

describe("D34: the door's bearer token under a rotation", () => {
  it('is re-encrypted with the secrets of its shop', async () => {
    const NEW = 'ab'.repeat(32);
    await setAtTheDoor('of-the-door');
    const keys = await openKeys(database.db, { HUB_ENCRYPTION_KEYS: [NEW, TEST_ENCRYPTION_KEY] });
    if ('lacks' in keys) throw new Error('lacks');
    expect(await rotateKeys(database.db, keys)).toMatchObject({ kind: 'rotated', shops: 1 });
    const shop = await inTransaction(database.db, (tx) => findShop(tx, SLUG, new KeyRing([NEW])));
    expect(shop?.bearerTokens[0]).toBe('of-the-door');
    expect(await shopsByKey(database.db)).toHaveLength(1);
  });
});
