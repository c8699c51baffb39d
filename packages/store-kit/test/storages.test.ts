import { afterEach, describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../src/storage/memory-storage';
import { sqliteStorage } from '../src/storage/sqlite-storage';
import { STORAGE_RULES } from '../src/testing/storage-rules';
import { aSqliteDatabase } from './a-sqlite-database';

describe('memory', () => {
  it.each(STORAGE_RULES)('$rule', async ({ play }) => {
    await expect(play(memoryStorage())).resolves.toBeUndefined();
  });
});

describe('SQLite', () => {
  let remove: () => void;
  afterEach(() => remove());

  async function aStorage() {
    const made = aSqliteDatabase();
    remove = made.remove;
    const storage = sqliteStorage(made.database);
    await storage.createTables();
    await storage.createTables();
    return storage;
  }

  it.each(STORAGE_RULES)('$rule', async ({ play }) => {
    await expect(play(await aStorage())).resolves.toBeUndefined();
  });

  it('refuses a transaction within another, which would wait for itself', async () => {
    const storage = await aStorage();
    const nested = storage.transaction(() => storage.transaction(async () => 'never'));
    await expect(nested).rejects.toThrow('give its tx on');
  });
});
