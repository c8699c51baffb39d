import { inTransaction, type Database } from '@hub/database';
import { KeyRing, keyRingOf, openKeys, openKeysIn, ProcessHeartbeat, type Keys } from '@hub/installation';
import {
  aSheet,
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applySheet, createShopDirectory, parseSheet, rotateKeys, shopsByKey } from '../src';
import { aLogger } from './a-logger';

const OLD = TEST_ENCRYPTION_KEY;
const NEW = 'ab'.repeat(32);
const [OLD_ID = '', NEW_ID] = keyRingOf({ HUB_ENCRYPTION_KEYS: [OLD, NEW] }).ids;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE "shop", "encryption_state", "process", "seller_order", "variant" RESTART IDENTITY CASCADE`;
});

async function keysOf(hexes: string[], reference?: string): Promise<Keys> {
  const keys = await openKeys(db, { HUB_ENCRYPTION_KEYS: hexes, HUB_REFERENCE_KEY: reference });
  if ('lacks' in keys) throw new Error(`lacks ${keys.lacks}`);
  return keys;
}

function applied(keys: Keys) {
  const env = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' };
  const read = parseSheet(aSheet({}), env, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join('; '));
  const { sheet } = read;
  return inTransaction(db, (tx) => applySheet(tx, sheet, keys));
}

async function secretsWith(hexes: string[], slug: string): Promise<string[] | undefined> {
  const directory = createShopDirectory({ db, encryptionKey: new KeyRing(hexes), logger: aLogger().logger });
  await directory.refresh();
  return directory.bySlug(slug)?.signingSecrets(Date.now());
}

describe('D34: keys', () => {
  it('the current one is recorded: a new key at the head of the list only decrypts, until a rotation', async () => {
    await aShop(db, { slug: 'nordic' });
    expect((await keysOf([NEW, OLD])).current.id).toBe(OLD_ID);
    await applied(await keysOf([NEW, OLD]));
    expect(await shopsByKey(db)).toEqual([{ keyId: OLD_ID, shops: 2 }]);
  });

  it('a rotation ends when nothing is under the old key, and the secrets are the same', async () => {
    await aShop(db, { slug: 'nordic' });
    await applied(await keysOf([OLD]));
    const rotated = await rotateKeys(db, await keysOf([NEW, OLD]));
    expect(rotated).toEqual({ kind: 'rotated', to: NEW_ID, shops: 2, unreadable: [], unreadableBodyKeys: 0 });
    expect(await shopsByKey(db)).toEqual([{ keyId: NEW_ID, shops: 2 }]);
    expect(await secretsWith([NEW], 'nordic')).toEqual(['secret-of-nordic']);
    expect(await secretsWith([OLD], 'nordic')).toBeUndefined();
    expect((await keysOf([NEW])).current.id).toBe(NEW_ID);
    expect(await rotateKeys(db, await keysOf([NEW, OLD]))).toEqual({ kind: 'nothing_to_rotate' });
  });

  it('if killed midway, the next run continues', async () => {
    await aShop(db, { slug: 'first' });
    const keys = await keysOf([NEW, OLD]);
    await rotateKeys(db, keys);
    await aShop(db, { slug: 'left' }); // as the old key had it when the process died
    expect(await rotateKeys(db, await keysOf([NEW, OLD]))).toMatchObject({ kind: 'rotated', shops: 1 });
    expect(await secretsWith([NEW], 'left')).toEqual(['secret-of-left']);
  });

  it('is refused while a running process lacks the new key; one that is silent does not count', async () => {
    await aShop(db, { slug: 'nordic' });
    const without = new ProcessHeartbeat(db, { service: 'routing', keyIds: [OLD_ID] });
    await without.beat();
    const keys = await keysOf([NEW, OLD]);
    expect(await rotateKeys(db, keys)).toMatchObject({
      kind: 'processes_lack_key',
      processes: [{ service: 'routing', keyIds: [OLD_ID] }],
    });
    expect((await keysOf([OLD])).current.id).toBe(OLD_ID);
    await db.$executeRaw`UPDATE "process" SET "seen_at" = now() - interval '11 seconds'`;
    expect(await rotateKeys(db, keys)).toMatchObject({ kind: 'rotated' });
  });

  it('a sheet being applied while keys rotate ends under the new key', async () => {
    const old = await keysOf([OLD]);
    let rotating: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await openKeysIn(tx, { HUB_ENCRYPTION_KEYS: [OLD] });
      const ring = await keysOf([NEW, OLD]);
      rotating = rotateKeys(db, ring);
      const env = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' };
      const read = parseSheet(aSheet({}), env, { allowInsecureStores: false });
      if (!read.ok) throw new Error(read.faults.join('; '));
      await applySheet(tx, read.sheet, old);
    });
    expect(await rotating).toMatchObject({ kind: expect.stringMatching(/rotated|nothing_to_rotate/) });
    await rotateKeys(db, await keysOf([NEW, OLD]));
    expect(await shopsByKey(db)).toEqual([{ keyId: NEW_ID, shops: 1 }]);
  });

  it('a secret that none of the keys decrypts is named, and everything else rotates', async () => {
    await aShop(db, { slug: 'nordic' });
    await aShop(db, { slug: 'lost', encryptionKey: 'e'.repeat(64) });
    expect(await rotateKeys(db, await keysOf([NEW, OLD]))).toMatchObject({ shops: 1, unreadable: ['lost'] });
  });
});

describe('D34: the reference key', () => {
  it('is derived in the original way, once, and no rotation changes it', async () => {
    await aShop(db, { slug: 'nordic' });
    expect((await keysOf([NEW, OLD])).reference).toBe(OLD);
    await rotateKeys(db, await keysOf([NEW, OLD]));
    expect((await keysOf([NEW])).reference).toBe(OLD);
  });

  it('given from the start it is kept; another one refuses to start', async () => {
    expect((await keysOf([OLD], 'cd'.repeat(32))).reference).toBe('cd'.repeat(32));
    expect((await keysOf([OLD])).reference).toBe('cd'.repeat(32));
    await expect(keysOf([OLD], 'ef'.repeat(32))).rejects.toThrow('HUB_REFERENCE_KEY: is another');
  });

  it('one other than the derived one is refused on a database that holds an order', async () => {
    await aShippingOrder(db, { sellingShop: await aShop(db, { slug: 'nordic' }) });
    await expect(keysOf([OLD], 'cd'.repeat(32))).rejects.toThrow('HUB_REFERENCE_KEY: is another');
    expect((await keysOf([OLD], OLD)).reference).toBe(OLD);
  });

  it('a process without the current key and the one that secrets are under lacks it, and writes nothing', async () => {
    await aShop(db, { slug: 'nordic' });
    expect(await openKeys(db, { HUB_ENCRYPTION_KEY: NEW })).toEqual({ lacks: OLD_ID });
    expect(await db.encryptionState.count()).toBe(0);
    await keysOf([OLD]);
    expect(await openKeys(db, { HUB_ENCRYPTION_KEY: NEW })).toEqual({ lacks: OLD_ID });
  });
});
