import { inSqlStatement, Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';

const Server = z.object({
  version: z.string(),
  standby: z.boolean(),
  read_only: z.boolean(),
  connections: z.int(),
  admitted: z.int(),
  hidden: z.int(),
});
const Session = z.object({
  application: z.string(),
  state: z.string(),
  waits_for: z.string().nullable(),
  blocked_by: z.int().nullable(),
  statement_seconds: z.int().nullable(),
  transaction_seconds: z.int().nullable(),
  statement: z.string(),
});

export type DatabaseServer = z.output<typeof Server>;
export type DatabaseSession = z.output<typeof Session>;

export interface DatabaseStatus {
  server: DatabaseServer;
  /** Sessions that are not idle, the oldest transaction first. */
  sessions: DatabaseSession[];
}

/**
 * For background processes the server shows no user or no database. `hidden`: sessions of roles that this user may not
 * see.
 */
const SERVER = Prisma.sql`
  SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only')::bool AS read_only,
    count(*)::int AS connections,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS admitted,
    (count(*) FILTER (WHERE query = '<insufficient privilege>'))::int AS hidden
  FROM pg_stat_activity WHERE usesysid IS NOT NULL AND datid IS NOT NULL`;

/** A statement's text does not contain its parameters, so no customer data is shown. */
const SESSIONS = Prisma.sql`
  SELECT application_name AS application, state,
    wait_event_type || ': ' || wait_event AS waits_for,
    (pg_blocking_pids(pid))[1] AS blocked_by,
    extract(epoch FROM now() - query_start)::int AS statement_seconds,
    extract(epoch FROM now() - xact_start)::int AS transaction_seconds,
    left(regexp_replace(query, '\\s+', ' ', 'g'), 80) AS statement
  FROM pg_stat_activity
  WHERE usesysid IS NOT NULL AND datid IS NOT NULL AND pid <> pg_backend_pid() AND state <> 'idle'
  ORDER BY xact_start NULLS LAST, query_start LIMIT 20`;

/** Queries the server, in two statements that change nothing. */
export function readStatus(db: Database): Promise<DatabaseStatus> {
  return inSqlStatement(db, async (sql) => {
    const [server] = await rows(Server, sql.$queryRaw(SERVER));
    if (!server) throw new Error('the server says nothing of itself');
    return { server, sessions: await rows(Session, sql.$queryRaw(SESSIONS)) };
  });
}
