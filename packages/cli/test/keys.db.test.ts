import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { BodyCipher, KeyRing, openKeys } from '@hub/installation';
import { aSentEvent, aShop, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addKeysCommand } from '../src/commands/keys';
import { runHub } from './run-hub';

const NEW = 'ab'.repeat(32);
const [OLD_ID, NEW_ID] = new KeyRing([TEST_ENCRYPTION_KEY, NEW]).ids;
const given = { ...process.env };
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    HUB_ENCRYPTION_KEYS: `${NEW},${TEST_ENCRYPTION_KEY}`,
  });
  await aShop(database.db, { slug: 'nordic' });
  await openKeys(database.db, { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

const json = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await runHub([addKeysCommand], ['keys', ...words, '--json'])).out);

describe('hub keys (D34)', () => {
  it('prints which key encrypts, what each key encrypts, and rotates to the first of the list', async () => {
    expect(await json('status')).toMatchObject({
      current: OLD_ID,
      given_here: [NEW_ID, OLD_ID],
      shops: [{ key: OLD_ID, shops: 1 }],
      processes: [],
    });
    expect(await json('rotate')).toEqual({ rotated: true, current: NEW_ID, shops: 1 });
    expect(await json('status')).toMatchObject({ current: NEW_ID, shops: [{ key: NEW_ID, shops: 1 }] });
    expect(await json('rotate')).toEqual({ rotated: false });
  });

  it('D33: kept bodies open only with the new key once it is rotated, and new ones are under a new body key', async () => {
    const shop = await aShop(database.db);
    const [before, id] = [await aSentEvent(database.db, shop, { body: '{"n":1}' }), randomUUID()];
    expect(await json('status')).toMatchObject({ body_keys: [{ key: OLD_ID, body_keys: 1 }] });
    expect(await json('rotate')).toMatchObject({ rotated: true });
    expect(await json('status')).toMatchObject({ body_keys: [{ key: NEW_ID, body_keys: 2 }] });
    const cipher = new BodyCipher({ HUB_ENCRYPTION_KEY: NEW });
    const kept = await database.db.sentEvent.findUniqueOrThrow({ where: { id: before } });
    const { body, bodyKeyId } = kept;
    const place = { table: 'sent_event', id: before } as const;
    const open = cipher.open(database.db, place, { body: body ?? new Uint8Array(), bodyKeyId });
    expect((await open).toString()).toBe('{"n":1}');
    const sealed = await inTransaction(database.db, (tx) =>
      cipher.seal(tx, { table: 'sent_event', id }, Buffer.from('x')),
    );
    expect(sealed.bodyKeyId).not.toBe(bodyKeyId);
    const elsewhere = cipher.open(database.db, place, sealed);
    await expect(elsewhere).rejects.toThrow('is damaged or was moved there');
  });

  it('D33: the process that made the body key does not read it again once it is stored, and keeps none that was rolled back', async () => {
    const cipher = new BodyCipher({ HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
    const seal = (thenThrow = false) =>
      inTransaction(database.db, async (tx) => {
        const { bodyKeyId } = await cipher.seal(
          tx,
          { table: 'sent_event', id: randomUUID() },
          Buffer.from('x'),
        );
        if (thenThrow) throw new Error('rolled back');
        return bodyKeyId;
      });
    const stored = () => database.db.bodyKey.findMany({ select: { id: true } });
    await expect(seal(true)).rejects.toThrow('rolled back');
    expect(await stored()).toEqual([]);
    const first = await seal();
    expect(await stored()).toEqual([{ id: first }]);
    expect(await seal()).toBe(first);
    await database.db.bodyKey.deleteMany();
    expect(await seal()).toBe(first);
  });

  it('refuses to rotate without the key that encrypts the secrets', async () => {
    process.env['HUB_ENCRYPTION_KEYS'] = NEW;
    await expect(runHub([addKeysCommand], ['keys', 'rotate'])).rejects.toThrow(
      `encrypted with the key ${OLD_ID}`,
    );
  });
});
