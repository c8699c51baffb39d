import { inTransaction, type Database, type Tx } from '@hub/database';
import { eventually } from '@hub/testing';

/** Resolves once a transaction of this database waits for a lock. */
export async function untilSomebodyWaits(db: Database): Promise<void> {
  await eventually(async () => {
    const [row] = await db.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (!row?.waiting) throw new Error('nobody waits for a lock');
  });
}

/**
 * A write that another service makes under the order's lock, with `late` begun while it is not committed yet: `late`
 * must wait for it. @returns what `late` came to
 */
export async function writtenFirst<T>(
  db: Database,
  write: { sellerOrderId: string; by: (tx: Tx) => Promise<unknown> },
  late: () => Promise<T>,
): Promise<T> {
  let waiting: Promise<T> | undefined;
  await inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${write.sellerOrderId}::uuid FOR UPDATE`;
    await write.by(tx);
    waiting = late();
    await untilSomebodyWaits(db);
  });
  if (!waiting) throw new Error('the transaction has run');
  return waiting;
}

/** How often this database has had to break a deadlock. */
export async function deadlocks(db: Database): Promise<number> {
  await db.$executeRaw`SELECT pg_stat_force_next_flush()`;
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return row?.deadlocks ?? 0;
}
