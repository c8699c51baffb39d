import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { waitForLocks } from '@hub/testing';
import { z } from 'zod';

const DeadlocksRow = z.object({ deadlocks: z.int() });

/**
 * A write that another service makes under the order's lock, with `late` begun before it is committed: `late` must wait
 * for it.
 * @returns the result of `late`
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
    await waitForLocks(db);
  });
  if (!waiting) throw new Error('the transaction has run');
  return waiting;
}

/** How many deadlocks this database has broken. */
export async function deadlocks(db: Database): Promise<number> {
  await db.$executeRaw`SELECT pg_stat_force_next_flush()`;
  const [row] = await rows(
    DeadlocksRow,
    db.$queryRaw`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  );
  return row?.deadlocks ?? 0;
}
