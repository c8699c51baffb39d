import { inTransaction } from '@hub/database';
import type { KeysConfig } from '@hub/installation';
import { showSentEvent } from '@hub/desk/events';
import {
  aSentEvent,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  testCipher,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { unreadableBodies } from '../src/sweeps/unreadable-bodies';

const KEYS: KeysConfig = { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY };

let database: TestDatabase;
let shop: { id: number };
beforeEach(async () => {
  database = await createTestDatabase();
  shop = await aShop(database.db, {});
}, 60_000);
afterEach(() => database.drop(), 60_000);

const look = () => inTransaction(database.db, (tx) => unreadableBodies(KEYS).run(tx, Date.now()));
const alerts = () =>
  database.db.alert.findMany({ select: { kind: true, subject: true, state: true, count: true } });
/** As if its key had been removed from the list. */
const lock = (keyId: string) => database.db.bodyKey.updateMany({ data: { keyId } });

describe('D34: a stored body that no key decrypts', () => {
  it('raises an alert, once, until it decrypts again', async () => {
    await aSentEvent(database.db, shop);
    const { id, keyId } = await database.db.bodyKey.findFirstOrThrow();
    await look();
    expect(await alerts()).toEqual([]);
    await lock('0123456789abcdef');
    await look();
    await look();
    const alert = { kind: 'body_unreadable', subject: `body_key:${id}`, count: 1 };
    expect(await alerts()).toEqual([{ ...alert, state: 'open' }]);
    await lock(keyId);
    await look();
    expect(await alerts()).toEqual([{ ...alert, state: 'resolved' }]);
  });

  it('raises none once it has expired', async () => {
    await aSentEvent(database.db, shop);
    await lock('0123456789abcdef');
    await look();
    await database.db.sentEvent.deleteMany();
    await look();
    expect(await alerts()).toMatchObject([{ state: 'resolved' }]);
  });

  it('damaged, raises an alert as soon as a person views it, until it is gone', async () => {
    const id = await aSentEvent(database.db, shop);
    await database.db.sentEvent.updateMany({ data: { body: Buffer.from('damaged') } });
    const shown = await showSentEvent(database.db, testCipher(), { id });
    expect(shown[0]?.sendings[0]?.body).toEqual({ kind: 'unreadable' });
    await look();
    expect(await alerts()).toMatchObject([{ subject: `sent_event:${id}`, state: 'open' }]);
    await database.db.sentEvent.updateMany({ data: { body: null } });
    await look();
    expect(await alerts()).toMatchObject([{ subject: `sent_event:${id}`, state: 'resolved' }]);
  });

  it('is not reported if this process lacks the current key: the process reports that itself', async () => {
    await aSentEvent(database.db, shop);
    const other = unreadableBodies({ HUB_ENCRYPTION_KEY: 'e'.repeat(64) });
    await inTransaction(database.db, (tx) => other.run(tx, Date.now()));
    expect(await alerts()).toEqual([]);
  });
});
