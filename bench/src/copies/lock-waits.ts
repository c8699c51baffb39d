import { setTimeout as sleep } from 'node:timers/promises';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const LookRow = z.object({
  waiting: z.int(),
  working: z.int(),
  connections: z.int(),
  deadlocks: z.int(),
  commits: z.int(),
});
const EVERY_MS = 50;

export interface LockWaits {
  /** The share of the sessions' time on statements and in transactions in which they waited for a lock. */
  share: number;
  deadlocks: number;
  commits: number;
  /** The most that were open at once to this database, except ours. */
  connections: number;
}

/** Samples the sessions of the database until it is stopped. */
export function watchLocks(db: Database): { stop: () => Promise<LockWaits> } {
  const over = new AbortController();
  const looks: z.output<typeof LookRow>[] = [];
  const watch = async () => {
    while (!over.signal.aborted) {
      looks.push(...(await look(db)));
      await sleep(EVERY_MS);
    }
  };
  const watching = watch();
  return {
    async stop() {
      over.abort();
      await watching;
      const sum = (of: (one: z.output<typeof LookRow>) => number) =>
        looks.reduce((all, one) => all + of(one), 0);
      return {
        share:
          sum(({ waiting }) => waiting) /
          Math.max(
            1,
            sum(({ working }) => working),
          ),
        deadlocks: (looks.at(-1)?.deadlocks ?? 0) - (looks[0]?.deadlocks ?? 0),
        commits: (looks.at(-1)?.commits ?? 0) - (looks[0]?.commits ?? 0),
        connections: Math.max(0, ...looks.map(({ connections }) => connections)),
      };
    },
  };
}

function look(db: Database) {
  return rows(
    LookRow,
    db.$queryRaw`
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting,
      count(*) FILTER (WHERE state <> 'idle')::int AS working,
      count(*) FILTER (WHERE application_name <> '')::int AS connections,
      (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks,
      (SELECT xact_commit::int FROM pg_stat_database WHERE datname = current_database()) AS commits
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}
