import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, type Database } from '@hub/database';
import { Client } from 'pg';
import { z } from 'zod';
import { repositoryRoot, testConfig } from './config';

/** A new, empty, migrated database. */
export interface TestDatabase {
  url: string;
  db: Database;
  /** Closes `db` and removes the database, despite open connections. */
  drop: () => Promise<void>;
}

/** Names the advisory lock under which the template is made. */
const TEMPLATE_LOCK = 7_201_103;
/** A later run removes a database that an interrupted run left behind. */
const LEFT_BEHIND_MS = 6 * 60 * 60 * 1_000;
const PREFIX = 'hub_test_';
const DatabaseRows = z.array(z.object({ datname: z.string() }));

/**
 * A database for one test file, cloned from a template that is migrated once for each state of the migrations
 * (a clone takes some 50 ms, migrating a second).
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName();
  await asAdministrator(async (server) => {
    const template = await templateDatabase(server);
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = urlOf(name);
  const db = createDatabase(url, { poolSize: 8 });
  return {
    url,
    db,
    drop: async () => {
      await db.$disconnect();
      await dropDatabase(name);
    },
  };
}

/** A database without the hub's tables, for a program with its own. */
export type BareDatabase = Pick<TestDatabase, 'url' | 'drop'> & { name: string };

/** @param template the name of the database to copy, which must have no connections; by default an empty one */
export async function createBareDatabase(template = 'template0'): Promise<BareDatabase> {
  const name = newName();
  await asAdministrator((server) => server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return { name, url: urlOf(name), drop: () => dropDatabase(name) };
}

/** A test's own session, outside of any pool: for transactions that stay open while others work. */
export async function openSession(url: string): Promise<Client> {
  const session = new Client({ connectionString: url });
  await session.connect();
  return session;
}

/** Only a finished template is marked as one: an unmarked one of its name was interrupted. */
async function templateDatabase(server: Client): Promise<string> {
  const name = `hub_template_${migrationsHash()}`;
  if (await isTemplate(server, name)) return name;
  await server.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    if (await isTemplate(server, name)) return name;
    await dropLeftBehind(server);
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${name}`);
    await migrate(urlOf(name));
    await markAsDevelopment(urlOf(name));
    await server.query(`ALTER DATABASE ${name} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    return name;
  } finally {
    await server.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** A separate process: the migration engine is an ES module, which jest cannot load. */
async function migrate(url: string): Promise<void> {
  const script = join(repositoryRoot(), 'prisma', 'dist', 'migrate-main.js');
  if (!existsSync(script)) throw new Error('prisma/dist is not built: run `npm run setup` first');
  const env = { DATABASE_URL: url, HUB_ROLE_PER_SERVICE: String(testConfig().rolePerService) };
  await promisify(execFile)(process.execPath, [script], { env });
}

/** Tests insert shops before any process has started: this fixes the purpose of the database (D28). */
async function markAsDevelopment(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("INSERT INTO installation (environment) VALUES ('development')");
  await client.end();
}

async function isTemplate(server: Client, name: string): Promise<boolean> {
  const found = await server.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name]);
  return found.rows.length > 0;
}

async function dropLeftBehind(server: Client): Promise<void> {
  const { rows } = await server.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    PREFIX,
  ]);
  for (const { datname } of DatabaseRows.parse(rows)) {
    const madeAt = Number(datname.slice(PREFIX.length).split('_')[0]);
    if (madeAt < Date.now() - LEFT_BEHIND_MS)
      await server.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
}

const newName = (): string => `${PREFIX}${Date.now()}_${randomBytes(4).toString('hex')}`;

async function dropDatabase(name: string): Promise<void> {
  await asAdministrator((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

function migrationsHash(): string {
  const folder = join(repositoryRoot(), 'prisma', 'migrations');
  const hash = createHash('sha256').update(readFileSync(join(folder, '..', 'grants.sql')));
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (path.endsWith('.sql')) hash.update(path).update(readFileSync(join(folder, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

function urlOf(database: string): string {
  const url = new URL(testConfig().databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdministrator<T>(work: (server: Client) => Promise<T>): Promise<T> {
  const server = new Client({ connectionString: testConfig().databaseUrl });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
