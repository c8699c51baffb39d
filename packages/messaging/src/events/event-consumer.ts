import type { EventName, Instant, Verdict } from '@hub/contract';
import type { Sql, Tx } from '@hub/database';
import type { z } from 'zod';
import type { Phrase } from '../outcome-text';

/** An event as its handler receives it: verified by the ingress, its data parsed by the schema. */
export interface EventInput<T> {
  shopId: number;
  eventId: string;
  occurredAt: Instant;
  data: T;
  /** Faulty optional fields that are left out of `data`, such as `data.tracking_url` (D7). */
  dropped: readonly string[];
  correlation: string;
  /** Reply address for the verdict; kept by the one handler whose answer takes calls (D12). */
  replyTo: string | null;
  /** When the ingress received it, ms since the epoch: it may have queued since. */
  receivedAt: number;
  /** Milliseconds since the epoch. */
  now: number;
  /**
   * The later of `now` and `receivedAt`: what a time in the event is judged against, so that a worker whose clock is
   * behind refuses no event permanently (Clocks).
   */
  latestNow: number;
}

/** An event that was skipped: its data need not be valid. */
export interface SkippedEvent {
  shopId: number;
  eventId: string;
  data: unknown;
}

/**
 * How a handler ends.
 * - `decided`: the verdict goes into the ledger (D6), unless `record` is false (a `404` that must not stick, D12).
 * - `pending`: accepted, but answered later when the work is complete (D12).
 * - `unsettled`: `503`, nothing recorded; the store's resend is handled from scratch.
 */
export type EventOutcome =
  | { kind: 'decided'; verdict: Verdict; record?: boolean }
  | { kind: 'pending' }
  | { kind: 'unsettled'; reason: Phrase };

export const decided = (verdict: Verdict): EventOutcome => ({ kind: 'decided', verdict });
export const unrecorded = (verdict: Verdict): EventOutcome => ({ kind: 'decided', verdict, record: false });
export const unsettled = (reason: Phrase): EventOutcome => ({ kind: 'unsettled', reason });
export const pending: EventOutcome = { kind: 'pending' };

interface EventConsumerBase<S extends z.ZodType> {
  event: EventName;
  /** Schema of the event's `data`. */
  data: S;
  /** What the event is about, for the ledger: an order id or a variant id. */
  subject(data: z.output<S>): string;
  /** Called before the schema: a verdict on data that need not be valid (loop guard). */
  skipIf?(data: unknown): Verdict | null;
}

/** Handles each event in its own transaction. */
export interface SingleEventConsumer<S extends z.ZodType = z.ZodType> extends EventConsumerBase<S> {
  kind: 'event';
  handle(tx: Tx, event: EventInput<z.output<S>>): Promise<EventOutcome>;
  /** Transactions at once (default 8). */
  concurrency?: number;
  /**
   * Called when a decided (or, `recorded` null, unfinished) event comes again with identical bytes: work that a replay
   * resumes is resumed here. Null: the recorded verdict is the answer.
   */
  onReplay?(tx: Tx, event: EventInput<z.output<S>>, recorded: Verdict | null): Promise<EventOutcome | null>;
}

/** Handles a batch in one transaction, in raw SQL; outcomes are in the order of the events. */
export interface BatchEventConsumer<S extends z.ZodType = z.ZodType> extends EventConsumerBase<S> {
  kind: 'event-batch';
  handleAll(tx: Sql, events: EventInput<z.output<S>>[]): Promise<EventOutcome[]>;
  /** The fallback for one event, if `handleAll` has failed for its batch, or for it alone. */
  handleOne?(tx: Sql, event: EventInput<z.output<S>>): Promise<EventOutcome>;
  /**
   * Called with events that the schema refuses: what is stored already is the answer, whatever else they say (D31). The
   * handler recognises those that the schema accepts.
   */
  findExisting?(tx: Sql, events: { shopId: number; data: unknown }[]): Promise<(Verdict | null)[]>;
  /** Called with events that the schema refuses: what must be noted of them, in the same transaction. */
  onRefused?(tx: Sql, events: { shopId: number; data: unknown; code: string }[]): Promise<void>;
  /** Called with events that `skipIf` answered, in the transaction that records their verdicts. */
  onSkipped?(tx: Sql, events: SkippedEvent[]): Promise<void>;
  maxBatch: number;
  /** Partial batches start at least so far apart (default 0). */
  everyMs?: number;
}

/** Binds an event's schema and handler; `subscriptions.ts` of each service lists these. */
export function eventConsumer<S extends z.ZodType>(
  spec: Omit<SingleEventConsumer<S>, 'kind'>,
): SingleEventConsumer<S> {
  return { kind: 'event', ...spec };
}

export function eventBatchConsumer<S extends z.ZodType>(
  spec: Omit<BatchEventConsumer<S>, 'kind' | 'handleAll' | 'handleOne'> & {
    handleAll: (tx: Sql, events: EventInput<z.output<S>>[]) => Promise<EventOutcome[]>;
    handleOne?: (tx: Sql, event: EventInput<z.output<S>>) => Promise<EventOutcome>;
  },
): BatchEventConsumer<S> {
  return { kind: 'event-batch', ...spec };
}
