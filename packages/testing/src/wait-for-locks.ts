import type { Database } from '@hub/database';
import { eventually } from './eventually';

/** Resolves once this many transactions of a database wait for a lock. */
export function waitForLocks(db: Database, count = 1): Promise<void> {
  const look = async () => {
    const waiting = await db.$executeRaw`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (waiting < count) throw new Error(`${waiting} of ${count} transactions wait for a lock`);
  };
  return eventually(look, { everyMs: 5 });
}
