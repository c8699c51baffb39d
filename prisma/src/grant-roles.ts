import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';

/** Beside the migrations. */
const GRANTS = join(dirname(__dirname), 'grants.sql');
const TAKES = /^\s*REVOKE .*;$/gm;
/** The advisory lock of granting: two at once would conflict on the same rows of the catalogue. */
const LOCK = 7_201_106;

/**
 * Grants each role the rights that its program needs in this release. It revokes none: workers of another release keep
 * theirs, whichever way a rollout goes. A missing role is skipped.
 */
export async function grantRoles(client: Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(readFileSync(GRANTS, 'utf8').replace(TAKES, ''));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Every role that the grants name. */
export function serviceRoles(): string[] {
  return [...readFileSync(GRANTS, 'utf8').matchAll(/rolname = '(\w+)'/g)].flatMap(([, role]) => role ?? []);
}
