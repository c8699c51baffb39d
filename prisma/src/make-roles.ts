import type { Client } from 'pg';
import { sqlStateOf } from './database-failure';
import { serviceRoles } from './grant-roles';

/** A concurrent run has just made it, or is changing it. */
const BESIDE_US = ['42710', '23505', 'XX000'];

/**
 * Makes a role for each service, all with one password: for a developer's machine. A deployment has a password for
 * each, and makes its roles itself.
 */
export async function makeRoles(client: Client, password: string): Promise<void> {
  const login = `LOGIN PASSWORD ${client.escapeLiteral(password)}`;
  for (const role of serviceRoles()) {
    const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    try {
      await client.query(`${found.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} ${login}`);
    } catch (error) {
      if (!BESIDE_US.includes(sqlStateOf(error) ?? '')) throw error;
    }
  }
}
