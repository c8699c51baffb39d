import type { Database, Sql, TransactionOptions, Tx } from '@hub/database';
import type { Logger } from '@hub/runtime';
import type { Command } from '../message-map';
import type { Settlement } from '../settlement';

/** A command as its handler receives it. */
export interface CommandInput<T> {
  payload: T;
  messageId: string;
  correlation: string;
  /** Attempts of the store call already made for this command (D23). */
  callAttempts: number;
  /** Milliseconds since the epoch. */
  now: number;
  logger: Logger;
}

/** What a calling handler works with: it runs its own short transactions. */
export interface CallingContext {
  db: Database;
  /** One transaction; commands enqueued in it are sent right after its commit. */
  transact<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** One transaction of raw SQL, at a fraction of the cost: for hot paths. */
  transactSql<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
}

/**
 * Handles a command in one transaction together with its inbox row: exactly once. `retry`, `postpone` and `reject` roll
 * everything back.
 */
export interface TransactionalConsumer<T extends object = object> {
  kind: 'command';
  command: Command<T>;
  handle(tx: Tx, input: CommandInput<T>): Promise<Settlement>;
  /** Transactions at once (default 8). */
  concurrency?: number;
}

/** Handles a command that calls a store: claim (commit), call, record (commit). Safe to rerun, as its rows hold the state. */
export interface CallingConsumer<T extends object = object> {
  kind: 'calling';
  command: Command<T>;
  handle(context: CallingContext, input: CommandInput<T>): Promise<Settlement>;
  /**
   * Messages in flight at once (default 256): as many as the store client has slots, which it shares fairly, so that
   * slow stores, however many, never use them all up (D23).
   */
  concurrency?: number;
  /** The longest that handling one may take, if longer than usual: beyond it the process counts as stuck (D37). */
  longestMs?: number;
}

/**
 * Handles a batch of commands that say "bring this up to date": equal ones run once, in the handler's own transactions.
 * Running one again changes nothing, so no inbox row is kept.
 */
export interface BatchCommandConsumer<T extends object = object> {
  kind: 'command-batch';
  command: Command<T>;
  /** @returns settlements in the order of the inputs */
  handleAll(context: CallingContext, inputs: CommandInput<T>[]): Promise<Settlement[]>;
  maxBatch: number;
  /** Partial batches start at least so far apart (default 0). */
  everyMs?: number;
}

export function commandConsumer<T extends object>(
  command: Command<T>,
  handle: TransactionalConsumer<T>['handle'],
): TransactionalConsumer<T> {
  return { kind: 'command', command, handle };
}

export function callingConsumer<T extends object>(
  command: Command<T>,
  handle: CallingConsumer<T>['handle'],
): CallingConsumer<T> {
  return { kind: 'calling', command, handle };
}

export function commandBatchConsumer<T extends object>(
  command: Command<T>,
  spec: Pick<BatchCommandConsumer<T>, 'handleAll' | 'maxBatch' | 'everyMs'>,
): BatchCommandConsumer<T> {
  return { kind: 'command-batch', command, ...spec };
}
