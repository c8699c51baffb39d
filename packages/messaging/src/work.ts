import { inTransaction, type Database, type TransactionOptions, type Tx } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';
import { isDatabaseAway, isTransientConflict } from './failure';
import type { Settlement } from './settlement';

/** What every handler's frame needs. */
export interface WorkContext {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** Has the outbox relay look now, for what was just committed. */
  wakeRelay(): void;
}

/** While the database is away messages wait, without spending attempts. */
const DATABASE_AWAY_WAIT_MS = 5_000;
const CONFLICT_TRIES = 3;

/** Runs work in one transaction, again after a deadlock, and wakes the relay once it is committed. */
export async function transact<T>(
  context: WorkContext,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const result = await inTransaction(context.db, work, options);
      context.wakeRelay();
      return result;
    } catch (error) {
      if (tries >= CONFLICT_TRIES || !isTransientConflict(error)) throw error;
    }
  }
}

/** An unexpected throw as a settlement: the database being away is nobody's fault, anything else spends an attempt. */
export function settleFailure(error: unknown): Settlement {
  if (isDatabaseAway(error))
    return { kind: 'postpone', reason: 'the database is away', afterMs: DATABASE_AWAY_WAIT_MS };
  return { kind: 'retry', reason: error instanceof Error ? error.name : 'failed', error };
}
