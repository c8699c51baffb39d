import {
  databaseFailure,
  inSqlTransaction,
  inTransaction,
  type Database,
  type Sql,
  type TransactionOptions,
  type Tx,
} from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';
import { noteEnd } from './after-end';
import type { DatabaseState } from './database-watch';
import { isTransientConflict } from './failure';
import { FAILURE_POLICY } from './failure-policy';
import { wroteOutbox } from './outbox/outbox';
import type { Settlement } from './settlement';

/** What the frame of every handler needs. */
export interface WorkContext {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** Has the outbox relay scan now, for what was just committed. */
  wakeRelay(): void;
  database: DatabaseState;
}

const { conflict } = FAILURE_POLICY;

/** Runs work in one transaction, again after a deadlock, and wakes the relay once its commands are committed. */
export function transact<T>(
  context: WorkContext,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return runAgain(context, work, (noted) => inTransaction(context.db, noted, options));
}

/** The same for raw SQL work; `tries` counts from 1. */
export function transactSql<T>(
  context: WorkContext,
  work: (tx: Sql, tries: number) => Promise<T>,
): Promise<T> {
  return runAgain(context, work, (noted) => inSqlTransaction(context.db, noted));
}

async function runAgain<X extends Sql, T>(
  context: WorkContext,
  work: (tx: X, tries: number) => Promise<T>,
  run: (noted: (tx: X) => Promise<T>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let used: X | undefined;
    try {
      const result = await run((tx) => {
        used = tx;
        return work(tx, tries);
      });
      if (used && wroteOutbox(used)) context.wakeRelay();
      if (used) noteEnd(used, true);
      return result;
    } catch (error) {
      if (used) noteEnd(used, false);
      if (tries > conflict.again.times || !isTransientConflict(error)) throw error;
    }
  }
}

/**
 * An unexpected throw as a settlement (D37): a database outage is not the message's fault, anything else spends an
 * attempt.
 */
export function settleFailure(error: unknown): Settlement {
  switch (databaseFailure(error)) {
    case 'away':
      return { kind: 'away', error };
    case 'too_slow':
      return { kind: 'retry', reason: 'took too long in the database', error };
    case 'conflict':
    case null:
      return { kind: 'retry', reason: error instanceof Error ? error.name : 'failed', error };
  }
}
