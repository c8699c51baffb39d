import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const Trace = z.object({ at: z.date().nullable() });

/**
 * The latest time in the database: heartbeats are written every few seconds while a service runs, the others cover one
 * that was idle or stopped. Null: there is none.
 */
export async function lastTrace(tx: Tx): Promise<Date | null> {
  const [trace] = await rows(
    Trace,
    tx.$queryRaw`
    SELECT greatest(
      (SELECT max(seen_at) FROM process), (SELECT max(received_at) FROM event_ledger), (SELECT max(at) FROM store_call),
      (SELECT max(received_at) FROM seller_order), (SELECT max(at) FROM support_action)) AS at`,
  );
  return trace?.at ?? null;
}
