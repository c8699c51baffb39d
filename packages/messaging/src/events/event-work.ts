import type { Verdict } from '@hub/contract';
import type { Sql, Tx } from '@hub/database';
import type { z } from 'zod';
import type {
  BatchEventConsumer,
  EventOutcome,
  EventInput,
  SingleEventConsumer,
  SkippedEvent,
} from './event-consumer';
import { claimEvents, forgetEvents, recordVerdicts, type LedgerDecision, type LedgerKey } from './ledger';
import { DecidedBefore, enterVerdicts, findUndecided, firstOfEach } from './ledger-at-end';
import { transact, transactSql, type WorkContext } from '../work';

export type EventSpec<S extends z.ZodType> = SingleEventConsumer<S> | BatchEventConsumer<S>;

/** An event that was decided here, or deferred. */
export interface DecidedEvent {
  key: LedgerKey;
  subject: string | null;
  end: EventOutcome;
}

/** The steps in which single and batch consumers differ within their transaction. */
export interface EventWork<S extends z.ZodType> {
  tx: Sql;
  /** @returns for each key whether to decide it here */
  claim(keys: readonly LedgerKey[]): Promise<boolean[]>;
  /** For events that the schema refuses: the verdict stored already. */
  findExisting(events: { shopId: number; data: unknown }[]): Promise<(Verdict | null)[]>;
  /** For events that are refused unread. */
  onRefused(events: { shopId: number; data: unknown; code: string }[]): Promise<void>;
  onSkipped(events: SkippedEvent[]): Promise<void>;
  handle(events: EventInput<z.output<S>>[]): Promise<EventOutcome[]>;
  onReplay(event: EventInput<z.output<S>>, recorded: Verdict | null): Promise<EventOutcome | null>;
  record(events: readonly DecidedEvent[]): Promise<void>;
}

/** The context of a transaction: its consumer, and whether its events take the fallback. */
export interface EventRun<S extends z.ZodType> {
  spec: EventSpec<S>;
  plainly: boolean;
}

/** Runs work in a transaction of the consumer's kind. */
export function inEventTransaction<S extends z.ZodType, T>(
  { spec, plainly }: EventRun<S>,
  context: WorkContext,
  work: (events: EventWork<S>) => Promise<T>,
): Promise<T> {
  return spec.kind === 'event'
    ? transact(context, (tx) => work(singleWork(spec, tx)))
    : transactSql(context, (tx, tries) => work(batchWork(spec, tx, { looksFirst: tries > 1, plainly })));
}

/** Claimed first, completed at the end: a second delivery waits for the first instead of doing its work in vain. */
export function singleWork<S extends z.ZodType>(spec: SingleEventConsumer<S>, tx: Tx): EventWork<S> {
  return {
    tx,
    claim: (keys) => claimEvents(tx, keys),
    findExisting: async () => [],
    onSkipped: async () => undefined,
    onRefused: async () => undefined,
    onReplay: async (event, recorded) => (await spec.onReplay?.(tx, event, recorded)) ?? null,
    async handle(events) {
      const ends: EventOutcome[] = [];
      for (const event of events) ends.push(await spec.handle(tx, event));
      return ends;
    },
    async record(events) {
      await recordVerdicts(tx, events.flatMap(toBeRecorded));
      await forgetEvents(
        tx,
        events.filter((event) => toBeRecorded(event).length === 0).map(({ key }) => key),
      );
    },
  };
}

/**
 * Entered at the end. The first time nothing waits for the check whether one was decided before; if one was, all are
 * decided again after it.
 */
export function batchWork<S extends z.ZodType>(
  spec: BatchEventConsumer<S>,
  tx: Sql,
  { looksFirst, plainly }: { looksFirst: boolean; plainly: boolean },
): EventWork<S> {
  let look: Promise<boolean[]> = Promise.resolve([]);
  return {
    tx,
    async claim(keys) {
      look = findUndecided(tx, keys);
      // Awaited at the end; if the work throws before that, its result is not needed.
      look.catch(() => undefined);
      return looksFirst ? look : firstOfEach(keys);
    },
    findExisting: async (events) => (await spec.findExisting?.(tx, events)) ?? [],
    onRefused: async (events) => spec.onRefused?.(tx, events),
    onSkipped: async (events) => spec.onSkipped?.(tx, events),
    onReplay: async () => null,
    handle: (events) => (plainly ? handlePlainly(spec, tx, events) : spec.handleAll(tx, events)),
    async record(events) {
      const undecided = await look;
      if (!looksFirst && undecided.filter(Boolean).length < events.length) throw new DecidedBefore();
      await enterVerdicts(tx, events.flatMap(toBeRecorded));
    },
  };
}

async function handlePlainly<S extends z.ZodType>(
  spec: BatchEventConsumer<S>,
  tx: Sql,
  events: EventInput<z.output<S>>[],
): Promise<EventOutcome[]> {
  if (!spec.handleOne) return spec.handleAll(tx, events);
  const ends: EventOutcome[] = [];
  for (const event of events) ends.push(await spec.handleOne(tx, event));
  return ends;
}

/** A verdict that may not stick and a deferred event leave no trace in the ledger. */
function toBeRecorded({ key, subject, end }: DecidedEvent): (LedgerDecision & { key: LedgerKey })[] {
  switch (end.kind) {
    case 'decided':
      return end.record === false ? [] : [{ key, subject, verdict: end.verdict }];
    case 'pending':
      return [{ key, subject, verdict: null }];
    case 'unsettled':
      return [];
  }
}
