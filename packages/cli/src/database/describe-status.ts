import type { DatabaseServer } from './read-status';

/** Whether the services can work on it. */
export const takesWrites = ({ standby, read_only: readOnly }: DatabaseServer): boolean =>
  !standby && !readOnly;

/** The server in a few lines. */
export function describeServer(server: DatabaseServer): string[] {
  const { version, connections, admitted, hidden } = server;
  const lines = [
    `PostgreSQL ${version}: ${describeRole(server)}`,
    `connections: ${connections} of ${admitted}`,
  ];
  if (hidden === 0) return lines;
  return [
    ...lines,
    `of ${hidden} sessions this user may not see what they do: another user with pg_read_all_stats may`,
  ];
}

function describeRole({ standby, read_only: readOnly }: DatabaseServer): string {
  if (standby) return 'a standby, takes no writes';
  return readOnly ? 'a primary that is set to read only, takes no writes' : 'the primary, takes writes';
}

/**
 * Why the server refuses connections, by the SQLSTATE of its answer; null: it did not answer, or for another reason.
 */
export function describeRefusal(sqlState: string | null): string | null {
  if (sqlState === null) return null;
  if (sqlState === '53300')
    return 'the server takes no more connections: max_connections, or a limit of the user or database, is reached';
  if (sqlState.startsWith('28'))
    return 'the server refuses the user of DATABASE_URL: password or pg_hba.conf';
  if (sqlState === '3D000') return 'the server has no database of that name';
  return sqlState === '57P03' ? 'the server starts, stops or recovers, and takes no connections yet' : null;
}
