import type { Database, Sql, TransactionOptions, Tx } from '@hub/database';
import type { Logger } from '@hub/runtime';
import type { Command } from '../message-map';
import type { Settlement } from '../settlement';

/** A command as its handler gets it. */
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

/** What a calling handler works with: its transactions are its own, and short. */
export interface CallingContext {
  db: Database;
  /** One transaction; commands enqueued in it go out at once after its commit. */
  transact<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** What a handler of batches works with besides: its paths are hot. */
export interface BatchContext extends CallingContext {
  /** One transaction of SQL alone, at a fraction of the cost. */
  transactSql<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
}

/**
 * Handles a command in one transaction together with its inbox row: done exactly once. `retry`, `postpone` and
 * `reject` roll everything back.
 */
export interface TransactionalConsumer<T extends object = object> {
  kind: 'command';
  command: Command<T>;
  handle(tx: Tx, input: CommandInput<T>): Promise<Settlement>;
  /** Transactions at once (default 8). */
  concurrency?: number;
}

/** Handles a command that calls a store: claim (commit), call, record (commit). Safe to run again by its rows' state. */
export interface CallingConsumer<T extends object = object> {
  kind: 'calling';
  command: Command<T>;
  handle(context: CallingContext, input: CommandInput<T>): Promise<Settlement>;
  /**
   * Messages in hand at once (default 256): as many as the store client has places, which it shares fairly, so that no number
   * of slow stores uses them all up (D23).
   */
  concurrency?: number;
  /** More than one may take, where that is longer than usual: beyond it the process counts as stuck (D37). */
  longestMs?: number;
}

/**
 * Handles what arrived together of a command that says "bring this up to date": equal ones are done once for all, in
 * transactions of the handler's own. Doing one again changes nothing, so no inbox row is kept.
 */
export interface BatchCommandConsumer<T extends object = object> {
  kind: 'command-batch';
  command: Command<T>;
  /** @returns settlements in the inputs' order */
  handleAll(context: BatchContext, inputs: CommandInput<T>[]): Promise<Settlement[]>;
  maxBatch: number;
  /** Batches that are not full begin at least so far apart (default 0). */
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
