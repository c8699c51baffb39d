import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, rows, type Database } from '@hub/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { z } from 'zod';
import { repositoryRoot } from '../src/config';
import { createTestDatabase, type TestDatabase } from '../src/test-database';

const DUMP = join(repositoryRoot(), 'prisma', 'schema.sql');

let migrated: TestDatabase;
let dumped: { url: string; db: Database; drop(): Promise<void> };
beforeAll(async () => {
  migrated = await createTestDatabase();
  dumped = await databaseFrom(migrated.url, readFileSync(DUMP, 'utf8'));
}, 60_000);
afterAll(async () => {
  await dumped.drop();
  await migrated.drop();
});

describe('prisma/schema.sql', () => {
  it('matches the schema (node prisma/dist/dump-schema-main.js regenerates it)', async () => {
    // In a separate process: the engine is an ES module, which jest cannot load.
    const script = join(repositoryRoot(), 'prisma', 'dist', 'dump-schema-main.js');
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--print'], {
      env: { ...process.env, DATABASE_URL: migrated.url },
    });
    expect(readFileSync(DUMP, 'utf8')).toBe(stdout);
  });
});

describe('migrations', () => {
  it('lead to the columns of the schema', async () => {
    expect(await columnsOf(migrated.db)).toEqual(await columnsOf(dumped.db));
  });

  it('lead to the enums of the schema', async () => {
    expect(await enumsOf(migrated.db)).toEqual(await enumsOf(dumped.db));
  });

  it('lead to at least the indexes of the schema', async () => {
    expect(await indexesOf(migrated.db)).toEqual(expect.arrayContaining(await indexesOf(dumped.db)));
  });
});

async function databaseFrom(beside: string, sql: string) {
  const name = `${new URL(beside).pathname.slice(1)}_dump`;
  const url = new URL(beside);
  url.pathname = `/${name}`;
  await run(beside, `CREATE DATABASE ${name}`);
  // A default of the schema names it, and only a migration can create it.
  await run(url.href, `CREATE SEQUENCE "shop_revision"; ${sql}`);
  const db = createDatabase(url.href, { poolSize: 1 });
  return {
    url: url.href,
    db,
    drop: async () => {
      await db.$disconnect();
      await run(beside, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const columnsOf = (db: Database) => db.$queryRaw`
  SELECT table_name, column_name, udt_name, is_nullable, column_default, character_maximum_length, numeric_precision,
    numeric_scale, datetime_precision
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'
  ORDER BY table_name, column_name`;

const enumsOf = (db: Database) => db.$queryRaw`
  SELECT t.typname, e.enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid ORDER BY t.typname, e.enumsortorder`;

const IndexRow = z.object({ indexdef: z.string() });

const indexesOf = (db: Database) =>
  rows(
    IndexRow,
    db.$queryRaw`
  SELECT replace(indexdef, ' ON ONLY ', ' ON ') AS indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY indexdef`,
  );
