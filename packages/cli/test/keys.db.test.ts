import { KeyRing, openKeys } from '@hub/database';
import { aShop, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
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
  it('says which key encrypts, what is under which, and rotates to the first of the list', async () => {
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

  it('refuses to rotate without the key that secrets are under', async () => {
    process.env['HUB_ENCRYPTION_KEYS'] = NEW;
    await expect(runHub([addKeysCommand], ['keys', 'rotate'])).rejects.toThrow(
      `encrypted with the key ${OLD_ID}`,
    );
  });
});
