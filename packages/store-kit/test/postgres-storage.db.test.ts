import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { postgresStorage } from '../src/storage/postgres-storage';
import type { SqlStorage } from '../src/storage/sql-storage';
import type { PgClient } from '../src/storage/postgres-storage';
import { STORAGE_RULES } from '../src/testing/storage-rules';

let database: TestDatabase;
let pool: Pool;
let storage: SqlStorage<PgClient>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 10 });
  pool.on('error', () => {});
  storage = postgresStorage(pool);
  // Several processes start at once.
  await Promise.all([storage.createTables(), storage.createTables()]);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(async () => {
  await pool.query('truncate hub_kit_record, hub_kit_event');
});

describe('PostgreSQL', () => {
  it.each(STORAGE_RULES)('$rule', async ({ play }) => {
    await expect(play(storage)).resolves.toBeUndefined();
  });

  it("joins the caller's own transaction", async () => {
    const client = await pool.connect();
    const record = { kind: 'call', id: 'mine', value: '1' };
    await client.query('begin');
    await storage.insertRecord(record, client);
    await client.query('rollback');
    client.release();
    expect(await storage.transaction((tx) => storage.readRecord(record, tx))).toBeNull();
  });

  it('reads without a lock what another transaction holds, and holds nothing by that', async () => {
    const key = { kind: 'listed', id: 'V-1' };
    await storage.transaction((tx) => storage.insertRecord({ ...key, value: '1' }, tx));
    await storage.transaction(async (holder) => {
      await storage.updateRecord({ ...key, value: '2' }, holder);
      const seen = await storage.transaction((tx) => storage.peekRecord(key, tx));
      expect([seen, await storage.peekRecord(key, holder)]).toEqual(['1', '2']);
    });
    await storage.transaction(async (reader) => {
      expect(await storage.peekRecord(key, reader)).toBe('2');
      await storage.transaction((tx) => storage.updateRecord({ ...key, value: '3' }, tx));
    });
  });

  it('gives no connection back that it could not even roll back', async () => {
    const broken = storage.transaction(async (tx) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(broken).rejects.toThrow();
    await expect(storage.outboxFigures()).resolves.toMatchObject({ waiting: 0 });
  });
});
