import type { Sql } from './sql-transaction';

/** A waiter for a partitioned table's lock blocks all that come after it: keep it short. */
const LOCK_WAIT_MS = 500;

/**
 * Before a transaction creates or drops partitions: one transaction at a time, which gives up if it does not get the
 * table's lock soon.
 * @param lock names the advisory lock
 */
export async function takeTurns(tx: Sql, lock: number): Promise<void> {
  await tx.$queryRaw`SELECT set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`;
  await tx.$queryRaw`SELECT 1 AS turn FROM (SELECT pg_advisory_xact_lock(${lock})) AS t`;
}
