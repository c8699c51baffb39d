import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';
import { forgetWorker, writeCircuit } from './circuit-records';

/**
 * Stores to which this process suspends calls (D23), in the table `shop_circuit` and on the shop's row, for routing and
 * support.
 */
export interface CircuitLog {
  /** Stores a change, one after another. Never fails: calls continue though it is not stored. */
  record(change: { shopId: number; open: boolean }): void;
  /** Waits for writes in progress, and deletes this process's circuits: they end with it. */
  end(): Promise<void>;
}

export function createCircuitLog(given: { db: Database; logger: Logger; clock: Clock }): CircuitLog {
  const { db, logger, clock } = given;
  // Its circuits end with it: a later process at the same place is another.
  const worker = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  let recorded = false;
  let writing = Promise.resolve();
  const write = (shopId: number | null, work: () => Promise<void>) => {
    writing = writing
      .then(work)
      .catch((error: unknown) => logger.warn('circuit not recorded', { shopId, error }));
    return writing;
  };
  return {
    record({ shopId, open }) {
      recorded = true;
      const at = new Date(clock.now());
      void write(shopId, () => writeCircuit(db, { shopId, open, worker, at }));
    },
    end: () =>
      recorded ? write(null, () => forgetWorker(db, worker, new Date(clock.now()))) : Promise.resolve(),
  };
}
