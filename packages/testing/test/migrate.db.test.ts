import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations, migrate, type Database } from '@hub/database';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryRoot, testConfig } from '../src/config';
import { eventually } from '../src/eventually';
import { createTestDatabase, openSession, type TestDatabase } from '../src/test-database';

const TABLE = {
  name: '2_table',
  sql: 'CREATE TABLE thing (id int, name text); INSERT INTO thing VALUES (1, $$;$$);',
};
const COLUMN = { name: '3_column', sql: 'ALTER TABLE thing ADD COLUMN note text;' };
const INDEX = {
  name: '4_index',
  sql: '-- Found by name.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "thing_name_key" ON "thing"("name");',
};

let database: TestDatabase;
const sessions: Awaited<ReturnType<typeof openSession>>[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((opened) => opened.end()));
  await database.drop();
});

async function session() {
  const opened = await openSession(database.url);
  sessions.push(opened);
  return opened;
}
const isValid = (db: Database) => db.$queryRaw`
  SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('thing_name_key')`;

describe('migrating', () => {
  it('applies what is missing, each once, and reports what', async () => {
    const client = await session();
    expect(await applyMigrations(client, [TABLE, COLUMN])).toEqual(['2_table', '3_column']);
    expect(await applyMigrations(client, [TABLE, COLUMN, INDEX])).toEqual(['4_index']);
    expect(await applyMigrations(client, [TABLE, COLUMN, INDEX])).toEqual([]);
    expect(await isValid(database.db)).toEqual([{ valid: true }]);
  });

  it('a failed migration leaves no trace, and is retried by the next run', async () => {
    const client = await session();
    const broken = { ...TABLE, sql: `${TABLE.sql} SELECT 1 / 0;` };
    await expect(applyMigrations(client, [broken])).rejects.toThrow('2_table: division by zero');
    expect(await applyMigrations(await session(), [TABLE])).toEqual(['2_table']);
  });

  it('of two concurrent migrators one works, while the other does not hold up an index build', async () => {
    const [one, other] = [await session(), await session()];
    const all = [TABLE, COLUMN, INDEX];
    const applied = await Promise.all([applyMigrations(one, all), applyMigrations(other, all)]);
    expect(applied.flat().toSorted()).toEqual(['2_table', '3_column', '4_index']);
  });

  it('waits for a lock for a while at a time, and lets waiting transactions go first', async () => {
    const [client, holding] = [await session(), await session()];
    await applyMigrations(client, [TABLE]);
    await holding.query('BEGIN; LOCK TABLE thing IN SHARE MODE');
    const migrating = applyMigrations(client, [TABLE, COLUMN]);
    const reading = await session();
    await eventually(async () => {
      const { rows } = await reading.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'",
      );
      expect(rows).toHaveLength(1);
    });
    // Behind the waiting migration: served once that steps back, though the lock is still held.
    await reading.query('SELECT * FROM thing');
    await holding.query('COMMIT');
    expect(await migrating).toEqual(['3_column']);
  });

  it('an index left INVALID is rebuilt', async () => {
    const client = await session();
    await applyMigrations(client, [TABLE]);
    await client.query("INSERT INTO thing VALUES (2, 'twice'), (3, 'twice')");
    await expect(applyMigrations(await session(), [TABLE, INDEX])).rejects.toThrow(
      '4_index: could not create unique',
    );
    expect(await isValid(database.db)).toEqual([{ valid: false }]);

    await client.query('DELETE FROM thing WHERE id = 3');
    expect(await applyMigrations(await session(), [TABLE, INDEX])).toEqual(['4_index']);
    expect(await isValid(database.db)).toEqual([{ valid: true }]);
  });
});

// On a shared server, tests create no roles.
(testConfig().rolePerService ? describe : describe.skip)(
  'rights while two releases run on one schema',
  () => {
    const mayRead = async () => {
      const { rows } = await (
        await session()
      ).query("SELECT has_table_privilege('hub_returns', 'routing_policy', 'SELECT') AS may");
      return rows;
    };

    it('of another release stay as this one migrates, until all its grants are applied', async () => {
      expect(await mayRead()).toEqual([{ may: false }]);
      await (await session()).query('GRANT SELECT ON routing_policy TO hub_returns');

      await migrate({ url: database.url });
      expect(await mayRead()).toEqual([{ may: true }]);

      await (await session()).query(readFileSync(join(repositoryRoot(), 'prisma', 'grants.sql'), 'utf8'));
      expect(await mayRead()).toEqual([{ may: false }]);
    });
  },
);
