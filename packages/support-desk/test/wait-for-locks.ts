import type { Database } from '@hub/database';
import { eventually } from '@hub/testing';
import { expect } from '@jest/globals';

/** Resolves once so many transactions wait for a lock. */
export const waitForLocks = (db: Database, count: number): Promise<void> =>
  eventually(async () => {
    const waiting = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    expect(waiting).toHaveLength(count);
  });
