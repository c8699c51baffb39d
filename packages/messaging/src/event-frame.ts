import { refusal, type Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import type { z } from 'zod';
import type { Delivery } from './delivery';
import {
  decided,
  pending,
  unsettled,
  type BatchEventConsumer,
  type EventEnd,
  type EventInput,
  type SingleEventConsumer,
} from './event-consumer';
import { readEvent, readEventMessage, type EventMessage, type ReadEvent } from './event-message';
import { FAILURE_POLICY } from './failure-policy';
import { claimEvents, findLedgerEntry, forgetEvents, recordVerdicts } from './ledger';
import { enterVerdicts, findUndecided } from './ledger-at-end';
import { isReplay } from './replay-report';
import { ignored, reject, retry, type Settlement } from './settlement';
import { settleFailure, transact, type WorkContext } from './work';

/** Sends an answer to whoever waits for it; nobody waiting is no fault. */
export type Reply = (to: { replyTo: string | null; correlation: string }, verdict: Verdict) => void;

type EventSpec<S extends z.ZodType> = SingleEventConsumer<S> | BatchEventConsumer<S>;

const TEMPORARY = refusal('temporary_failure', 'processing is unfinished, send the event again');

/**
 * What every event consumer shares: claim in the ledger, handle, record the verdict, commit; then answer and settle.
 * A delivery of an event already decided gets the recorded verdict again (D6).
 */
export class EventFrame<S extends z.ZodType> {
  constructor(
    private readonly spec: EventSpec<S>,
    private readonly context: WorkContext,
    private readonly reply: Reply,
  ) {}

  /** Handles deliveries together in one transaction; one that fails is taken apart and done one by one. */
  async handle(deliveries: Delivery[]): Promise<Settlement[]> {
    const messages = deliveries.map((delivery) => readEventMessage(delivery));
    const readable = messages.filter((message) => message !== null);
    const settlements = new Map<Delivery, Settlement>();
    try {
      const ends = await transact(this.context, (tx) => this.decideAll(tx, readable));
      readable.forEach((message, index) =>
        settlements.set(message.delivery, this.answer(message, ends[index] ?? unsettled('not decided'))),
      );
    } catch (error) {
      if (deliveries.length > 1) return this.handleOneByOne(deliveries);
      for (const { delivery } of readable) this.reply(delivery, TEMPORARY);
      readable.forEach((message) => settlements.set(message.delivery, settleFailure(error)));
    }
    return deliveries.map(
      (delivery) => settlements.get(delivery) ?? reject(FAILURE_POLICY.unreadable.reason),
    );
  }

  private async handleOneByOne(deliveries: Delivery[]): Promise<Settlement[]> {
    const settlements: Settlement[] = [];
    for (const delivery of deliveries) settlements.push(...(await this.handle([delivery])));
    return settlements;
  }

  private async decideAll(tx: Tx, messages: EventMessage[]): Promise<EventEnd[]> {
    if (messages.length === 0) return [];
    const now = this.context.clock.now();
    const claim = this.spec.kind === 'event-batch' ? findUndecided : claimEvents;
    const claimed = await claim(
      tx,
      messages.map((message) => message.key),
    );
    const reads: ReadEvent<z.output<S>>[] = [];
    for (const [index, message] of messages.entries()) {
      const recalled = claimed[index] ? await this.recall(tx, message) : null;
      reads.push(recalled ?? readEvent(message, this.spec, now));
    }
    const fresh = messages.map((_, index) => index).filter((index) => claimed[index]);
    const ends = await this.decideFresh(
      tx,
      fresh.flatMap((index) => reads[index] ?? []),
    );
    await this.record(tx, { messages, reads, fresh, ends });
    const all = new Map(fresh.map((index, place) => [index, ends[place]]));
    const result: EventEnd[] = [];
    for (const [index, message] of messages.entries()) {
      const read = reads[index];
      const end = all.get(index) ?? (read && (await this.decideReplay(tx, message, read)));
      result.push(end ?? unsettled('not decided'));
    }
    return result;
  }

  private async recall(tx: Tx, { key, envelope }: EventMessage): Promise<ReadEvent<z.output<S>> | null> {
    if (!this.spec.recall || this.spec.screen?.(envelope.data)) return null;
    const verdict = await this.spec.recall(tx, { shopId: key.shopId, data: envelope.data });
    return verdict && { kind: 'answered', verdict };
  }

  private async decideFresh(tx: Tx, reads: ReadEvent<z.output<S>>[]): Promise<EventEnd[]> {
    const inputs = reads.flatMap((read) => (read.kind === 'valid' ? read.input : []));
    const ends = (await this.runHandler(tx, inputs)).values();
    return reads.map((read) =>
      read.kind === 'answered' ? decided(read.verdict) : (ends.next().value ?? unsettled('not decided')),
    );
  }

  private async runHandler(tx: Tx, inputs: EventInput<z.output<S>>[]): Promise<EventEnd[]> {
    if (inputs.length === 0) return [];
    if (this.spec.kind === 'event-batch') return this.spec.handleAll(tx, inputs);
    const ends: EventEnd[] = [];
    for (const input of inputs) ends.push(await this.spec.handle(tx, input));
    return ends;
  }

  private async record(
    tx: Tx,
    work: {
      messages: EventMessage[];
      reads: ReadEvent<z.output<S>>[];
      fresh: number[];
      ends: EventEnd[];
    },
  ): Promise<void> {
    const entries = work.fresh.flatMap((index, place) => {
      const [message, read, end] = [work.messages[index], work.reads[index], work.ends[place]];
      return message && read && end ? [{ key: message.key, subject: this.subjectOf(read), end }] : [];
    });
    const kept = entries
      .filter(({ end }) => isRecorded(end))
      .map(({ key, subject, end }) => ({
        key,
        subject,
        verdict: end.kind === 'decided' ? end.verdict : null,
      }));
    if (this.spec.kind === 'event-batch') return enterVerdicts(tx, kept);
    await recordVerdicts(tx, kept);
    await forgetEvents(
      tx,
      entries.filter(({ end }) => !isRecorded(end)).map(({ key }) => key),
    );
  }

  private subjectOf(read: ReadEvent<z.output<S>>): string | null {
    return read.kind === 'valid' ? this.spec.subject(read.input.data) : null;
  }

  private async decideReplay(tx: Tx, message: EventMessage, read: ReadEvent<z.output<S>>): Promise<EventEnd> {
    const entry = await findLedgerEntry(tx, message.key);
    if (!entry) return unsettled('the first delivery is unfinished');
    if (!entry.bodySha256.equals(message.key.bodySha256))
      return decided(refusal('event_id_conflict', 'this event_id was used for other data', 'event_id'));
    const resumed = read.kind === 'valid' ? await this.resume(tx, message, { read, entry }) : null;
    if (resumed) return resumed;
    return entry.verdict ? decided(asReplayed(entry.verdict)) : pending;
  }

  private async resume(
    tx: Tx,
    message: EventMessage,
    replay: {
      read: Extract<ReadEvent<z.output<S>>, { kind: 'valid' }>;
      entry: { verdict: Verdict | null };
    },
  ): Promise<EventEnd | null> {
    const end = (await this.spec.resume?.(tx, replay.read.input, replay.entry.verdict)) ?? null;
    if (end?.kind === 'decided' && isRecorded(end)) {
      const subject = this.spec.subject(replay.read.input.data);
      await recordVerdicts(tx, [{ key: message.key, subject, verdict: end.verdict }]);
    }
    return end;
  }

  private answer(message: EventMessage, end: EventEnd): Settlement {
    switch (end.kind) {
      case 'decided':
        this.reply(message.delivery, end.verdict);
        return { kind: 'done', outcome: end.verdict.status === 200 ? end.verdict.outcome : end.verdict.code };
      case 'pending':
        return { kind: 'done', outcome: 'pending' };
      case 'unsettled':
        this.reply(message.delivery, TEMPORARY);
        // The store sends the event again; of a replay nobody does.
        return isReplay(message.delivery) ? retry(end.reason) : ignored(end.reason);
    }
  }
}

function isRecorded(end: EventEnd): boolean {
  return end.kind === 'pending' || (end.kind === 'decided' && end.record !== false);
}

/** D6: the recorded verdict again, `duplicate` where it was a `200 accepted`. */
function asReplayed(verdict: Verdict): Verdict {
  return verdict.status === 200 && verdict.outcome === 'accepted'
    ? { status: 200, outcome: 'duplicate' }
    : verdict;
}
