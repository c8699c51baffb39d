import { createDatabase, migrate, type Database } from '@hub/database';
import { Client } from 'pg';

export interface BenchDatabase {
  url: string;
  db: Database;
  drop(): Promise<void>;
}

/** A fresh, migrated database next to the given one, removed at the end. @param of tells several of one program apart */
export async function benchDatabase(serverUrl: string, of = ''): Promise<BenchDatabase> {
  const name = `hub_bench_${process.pid}${of}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await administer(serverUrl, `CREATE DATABASE ${name}`);
  await migrate({ url: url.href });
  const db = createDatabase(url.href);
  return {
    url: url.href,
    db,
    async drop() {
      await db.$disconnect();
      await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
