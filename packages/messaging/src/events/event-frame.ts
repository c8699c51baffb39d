import { refusal, temporaryFailure, type Verdict } from '@hub/contract';
import type { z } from 'zod';
import type { Delivery } from '../broker/delivery';
import { decided, pending, unsettled, type EventOutcome } from './event-consumer';
import { readEvent, readEventMessage, type EventMessage, type ReadEvent } from './event-message';
import { inEventTransaction, type EventSpec, type EventWork } from './event-work';
import { isDatabaseAway } from '../failure';
import { FAILURE_POLICY } from '../failure-policy';
import { findLedgerEntry, recordVerdicts } from './ledger';
import { isReplay } from '../dead-letters/replay-report';
import { inParts } from '../in-parts';
import { ignored, reject, retry, type Settlement } from '../settlement';
import { settleFailure, type WorkContext } from '../work';

/** An answer to a waiting sender; none waiting is no error. */
export interface Answer {
  to: { replyTo: string | null; correlation: string };
  verdict: Verdict;
}

/** Sends an answer. */
export type Reply = (to: Answer['to'], verdict: Verdict) => void;

const NOT_DECIDED = unsettled('not decided');
const EVENT_ID_CONFLICT = refusal(
  'event_id_conflict',
  'this event_id came with another body before: give each event an id of its own',
  'event_id',
);
const TEMPORARY = temporaryFailure('the event is not decided yet');

/**
 * Shared by all event consumers: claim in the ledger, handle, record the verdict, commit; then answer and settle. A
 * delivery of an event already decided gets the recorded verdict again (D6).
 */
export class EventFrame<S extends z.ZodType> {
  constructor(
    private readonly spec: EventSpec<S>,
    private readonly context: WorkContext,
    /** Sends answers of one batch together. */
    private readonly reply: (answers: readonly Answer[]) => void,
  ) {}

  /** Handles deliveries in one transaction; if it fails, in smaller ones, and one that is alone by the fallback. */
  async handle(deliveries: Delivery[], plainly = false): Promise<Settlement[]> {
    const messages = deliveries.map((delivery) => readEventMessage(delivery));
    const readable = messages.filter((message) => message !== null);
    const settlements = new Map<Delivery, Settlement>();
    try {
      const ends = await inEventTransaction({ spec: this.spec, plainly }, this.context, (work) =>
        this.decideAll(work, readable),
      );
      const answered = readable.map((message, index) => settle(message, ends[index] ?? NOT_DECIDED));
      this.reply(answered.flatMap(({ answer }) => answer ?? []));
      readable.forEach(({ delivery }, index) =>
        settlements.set(delivery, answered[index]?.settlement ?? NOT_SETTLED),
      );
    } catch (error) {
      const isWorthTaking = deliveries.length > 1 || (!plainly && this.hasPlainWay());
      // Each part would wait for the database again.
      if (isWorthTaking && !isDatabaseAway(error)) return this.handleInParts(deliveries, error);
      this.reply(readable.map(({ delivery }) => ({ to: delivery, verdict: TEMPORARY })));
      readable.forEach((message) => settlements.set(message.delivery, settleFailure(error)));
    }
    return deliveries.map(
      (delivery) => settlements.get(delivery) ?? reject(FAILURE_POLICY.unreadable.reason),
    );
  }

  private async handleInParts(deliveries: Delivery[], error: unknown): Promise<Settlement[]> {
    const { event } = this.spec;
    this.context.logger.warn('batch failed: its events are handled in smaller ones', {
      event,
      count: deliveries.length,
      error,
    });
    const settlements: Settlement[] = [];
    for (const part of inParts(deliveries)) settlements.push(...(await this.handle(part, part.length === 1)));
    return settlements;
  }

  /** Whether an event that failed alone has a fallback. */
  private hasPlainWay(): boolean {
    return this.spec.kind === 'event-batch' && this.spec.handleOne !== undefined;
  }

  /** Decides messages within a transaction; outcomes are in their order. */
  async decideAll(work: EventWork<S>, messages: EventMessage[]): Promise<EventOutcome[]> {
    if (messages.length === 0) return [];
    const claimed = await work.claim(messages.map((message) => message.key));
    const taken = messages.filter((_, index) => claimed[index]);
    const ends = new Map<EventMessage, EventOutcome>();
    for (const { message, end } of await this.decideFresh(work, taken)) ends.set(message, end);
    for (const message of messages) {
      if (!ends.has(message)) ends.set(message, await this.decideReplay(work, message));
    }
    return messages.map((message) => ends.get(message) ?? NOT_DECIDED);
  }

  private async decideFresh(work: EventWork<S>, messages: EventMessage[]) {
    const now = this.context.clock.now();
    const reads = messages.map((message) => ({ message, read: readEvent(message, this.spec, now) }));
    await this.findExisting(work, reads);
    const skipped = reads.filter(({ read }) => read.kind === 'answered' && isSkipped(read.verdict));
    if (skipped.length > 0)
      await work.onSkipped(
        skipped.map(({ message: { key, envelope } }) => ({
          shopId: key.shopId,
          eventId: key.eventId,
          data: envelope.data,
        })),
      );
    await this.noteRefused(work, reads);
    const inputs = reads.flatMap(({ read }) => (read.kind === 'valid' ? read.input : []));
    const handled = (inputs.length > 0 ? await work.handle(inputs) : []).values();
    const decidedEvents = reads.map(({ message, read }) => ({
      message,
      key: message.key,
      subject: read.kind === 'valid' ? this.spec.subject(read.input.data) : null,
      end: read.kind === 'answered' ? decided(read.verdict) : (handled.next().value ?? NOT_DECIDED),
    }));
    await work.record(decidedEvents);
    return decidedEvents;
  }

  /** What is stored already is the answer, even if the event is faulty. */
  private async findExisting(
    work: EventWork<S>,
    reads: { message: EventMessage; read: ReadEvent<z.output<S>> }[],
  ): Promise<void> {
    const refused = reads.filter(({ read }) => read.kind === 'answered' && read.verdict.status !== 200);
    if (refused.length === 0) return;
    const existing = await work.findExisting(
      refused.map(({ message: { key, envelope } }) => ({ shopId: key.shopId, data: envelope.data })),
    );
    for (const [index, one] of refused.entries()) {
      const verdict = existing[index];
      if (verdict) one.read = { kind: 'answered', verdict };
    }
  }

  private async noteRefused(
    work: EventWork<S>,
    reads: readonly { message: EventMessage; read: ReadEvent<z.output<S>> }[],
  ): Promise<void> {
    const refused = reads.flatMap(({ message: { key, envelope }, read }) =>
      read.kind === 'answered' && read.verdict.status !== 200
        ? { shopId: key.shopId, data: envelope.data, code: read.verdict.code }
        : [],
    );
    if (refused.length > 0) await work.onRefused(refused);
  }

  private async decideReplay(work: EventWork<S>, message: EventMessage): Promise<EventOutcome> {
    const entry = await findLedgerEntry(work.tx, message.key);
    if (!entry) return unsettled('the first delivery is unfinished');
    if (!entry.bodySha256.equals(message.key.bodySha256)) return decided(EVENT_ID_CONFLICT);
    const resumed = await this.onReplay(work, message, entry.verdict);
    if (resumed) return resumed;
    return entry.verdict ? decided(asReplayed(entry.verdict)) : pending;
  }

  private async onReplay(
    work: EventWork<S>,
    message: EventMessage,
    recorded: Verdict | null,
  ): Promise<EventOutcome | null> {
    const read = readEvent(message, this.spec, this.context.clock.now());
    const end = read.kind === 'valid' ? await work.onReplay(read.input, recorded) : null;
    if (read.kind === 'valid' && end?.kind === 'decided' && end.record !== false) {
      const subject = this.spec.subject(read.input.data);
      await recordVerdicts(work.tx, [{ key: message.key, subject, verdict: end.verdict }]);
    }
    return end;
  }
}

const NOT_SETTLED: Settlement = { kind: 'retry', reason: 'not settled' };

/** How a message whose event ended so is settled, and what its sender is answered; null: nothing yet. */
function settle(
  { delivery }: EventMessage,
  end: EventOutcome,
): { settlement: Settlement; answer: Answer | null } {
  switch (end.kind) {
    case 'decided': {
      const { verdict } = end;
      const outcome = verdict.status === 200 ? verdict.outcome : verdict.code;
      return { settlement: { kind: 'done', outcome }, answer: { to: delivery, verdict } };
    }
    case 'pending':
      return { settlement: { kind: 'done', outcome: 'pending' }, answer: null };
    case 'unsettled':
      return {
        // The store resends the event; no store resends a replay.
        settlement: isReplay(delivery) ? retry(end.reason) : ignored(end.reason),
        answer: { to: delivery, verdict: TEMPORARY },
      };
  }
}

function isSkipped(verdict: Verdict): boolean {
  return verdict.status === 200 && verdict.outcome === 'skipped';
}

/** D6: the recorded verdict again, `duplicate` if it was a `200 accepted`. */
function asReplayed(verdict: Verdict): Verdict {
  return verdict.status === 200 && verdict.outcome === 'accepted'
    ? { status: 200, outcome: 'duplicate' }
    : verdict;
}
