import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';

/** Which stores this process leaves alone (D23), in the table `shop_circuit`, for support to see. */
export interface CircuitLog {
  /** Keeps a change, one after the other. Never fails: calls go on though it is not kept. */
  record(change: { shopId: number; open: boolean }): void;
  /** Waits for what is being written. */
  written(): Promise<void>;
}

export function createCircuitLog(given: { db: Database; logger: Logger; clock: Clock }): CircuitLog {
  const { db, logger, clock } = given;
  // Its circuits end with it: a process that comes after it at the same place is another.
  const worker = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  let writing = Promise.resolve();
  return {
    record(change) {
      const at = new Date(clock.now());
      writing = writing
        .then(() => writeCircuit(db, { ...change, worker, at }))
        .catch((error: unknown) => logger.warn('circuit not recorded', { shopId: change.shopId, error }));
    },
    written: () => writing,
  };
}

/** A trial that fails is heard of; the circuit is open since it first opened. */
async function writeCircuit(
  db: Database,
  change: { shopId: number; worker: string; open: boolean; at: Date },
): Promise<void> {
  const { shopId, worker, open, at } = change;
  await db.$executeRaw`
    INSERT INTO "shop_circuit" AS c ("shop_id", "worker", "open_since", "seen_at")
    VALUES (${shopId}, ${worker}, ${open ? at : null}, ${at})
    ON CONFLICT ("shop_id", "worker") DO UPDATE SET "seen_at" = excluded."seen_at",
      "open_since" = CASE WHEN ${open} THEN coalesce(c."open_since", excluded."open_since") END`;
}
