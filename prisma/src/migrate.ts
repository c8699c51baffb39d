import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { applyMigrations, type Migration } from './apply-migrations';
import { connectionSettings } from './connection-settings';
import { grantRoles } from './grant-roles';
import { makeRoles } from './make-roles';
import { MIGRATIONS, ownMigrations } from './missing-migrations';

/**
 * Brings the database to the newest migration, and grants the existing roles the rights that this release needs. Safe
 * to repeat and to run from several machines at once.
 * @returns names of the migrations applied by this call
 */
export async function migrate(database: {
  url: string;
  caFile?: string | undefined;
  /** Also makes the roles, with the address's password. */
  rolePerService?: boolean;
}): Promise<string[]> {
  const client = new Client({
    ...connectionSettings(database.url, database.caFile),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'migrate',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (database.rolePerService) await makeRoles(client, decodeURIComponent(new URL(database.url).password));
    const applied = await applyMigrations(client, migrationFiles());
    await grantRoles(client);
    return applied;
  } finally {
    await client.end();
  }
}

/** Every migration of this release, in order. */
export function migrationFiles(): Migration[] {
  return ownMigrations().map((name) => ({
    name,
    sql: readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'),
  }));
}
