import { randomUUID } from 'node:crypto';

import type { LeasedEvent, QueuedEvent } from '@hub/store-kit';

import type { Delivery } from './delivery';
import type { Change, Data, EventStorage, OutboxOptions, OutgoingEvent } from './outbox-types';
import { Row } from './row';

/**
 * The store's events as its kit's outbox: each is a delivery that can be inspected. What the kit queues can be
 * corrupted before it is stored, and events that no kit would queue can be added.
 */
export class Outbox implements EventStorage {
  readonly deliveries: Delivery[] = [];
  readonly #rows: Row[] = [];
  /** Queued and not ended, oldest first. */
  readonly #open = new Set<Row>();
  /** Taken by the kit's sender, by their bytes: the same bytes are never in flight twice. */
  readonly #leased = new Map<string, Row>();
  /** By the id of the event that the kit is going to queue. */
  readonly #announced = new Map<string, { row: Row; change: Change | undefined }>();
  readonly #keys = new Map<string, Row>();
  #url: string | undefined;
  #isOver = false;

  constructor(private readonly options: OutboxOptions) {
    this.#url = options.url;
  }

  /** Where events go from now on. */
  sendTo(url: string): void {
    this.#url = url;
  }

  get url(): string {
    return this.#url ?? '';
  }

  /** Puts an event with any data into the envelope and queues it. Nothing is checked: a test may send wrong data. */
  send({ event, data, eventId = randomUUID(), occurredAt }: OutgoingEvent): Delivery {
    const row = this.#add(event, eventId);
    this.#queueRaw(row, { event, data, eventId, occurredAt });
    return row.delivery;
  }

  /** The delivery of an event that the kit is going to queue under this id, with its data changed last. */
  announce(event: string, eventId: string, change: Change | undefined): Delivery {
    const row = this.#add(event, eventId);
    this.#announced.set(eventId, { row, change });
    return row.delivery;
  }

  /** The kit queues nothing under this id: these data are sent instead, or nothing. */
  sendAnnounced(eventId: string, data: object | undefined): void {
    const announced = this.#announced.get(eventId);
    if (!announced) return;
    this.#announced.delete(eventId);
    const { row } = announced;
    if (data) this.#queueRaw(row, { event: row.delivery.event, eventId, data });
    else row.end('unsent');
  }

  /** Starts another delivery of the same bytes sent under this id. Throws where none was sent. */
  resend(eventId: string): Delivery {
    const first = this.#require(eventId);
    const row = this.#add(first.delivery.event, eventId);
    if (first.queued) this.#queueAgain(row, first.queued);
    else first.again.push(row);
    return row.delivery;
  }

  /** Waits for the end of the latest delivery under this id. Throws where there is none. */
  delivered(eventId: string): Promise<Delivery> {
    return this.#require(eventId).delivery.done;
  }

  /** The delivery whose bytes are in flight. */
  underWay(body: string): Row | undefined {
    return this.#leased.get(body);
  }

  /** Whether anything was sent under this id before. */
  wasSent(eventId: string): boolean {
    return this.deliveries.some((sent) => sent.eventId === eventId && sent.attempts.length > 0);
  }

  /** Gives up every open delivery, and all later ones. */
  giveUp(): void {
    this.#isOver = true;
    for (const row of this.#rows) if (row.delivery.state === 'sending') row.end('given_up');
    this.#open.clear();
  }

  enqueue: EventStorage['enqueue'] = async (event, tx) => {
    if (event.key !== null && this.#keys.has(event.key)) return false;
    const announced = this.#announced.get(event.eventId);
    const row = announced?.row ?? this.#add(event.event, event.eventId);
    this.#announced.delete(event.eventId);
    this.#queue(row, { ...event, body: this.#spoilt(event.body, announced?.change) });
    tx.undo.push(() => this.#remove(row));
    return true;
  };

  leaseEvents: EventStorage['leaseEvents'] = async ({ now, until, limit, token }) => {
    const taken: LeasedEvent[] = [];
    const subjects = new Set<string>();
    for (const row of this.#open) {
      if (taken.length === limit) break;
      const { queued, lease, dueAt } = row;
      if (!queued) continue;
      const { subject, body } = queued;
      const isFirst = subject === null || !subjects.has(subject);
      if (subject !== null) subjects.add(subject);
      const isFree = (lease?.until ?? 0) <= now.getTime() && (this.#leased.get(body) ?? row) === row;
      if (!isFirst || !isFree || dueAt > now.getTime()) continue;
      row.lease = { token, until: until.getTime() };
      this.#leased.set(body, row);
      taken.push({ ...queued, token, attempts: row.ended });
    }
    return taken;
  };

  settleEvent: EventStorage['settleEvent'] = async ({ eventId, token, end }) => {
    const row = [...this.#leased.values()].find(
      (one) => one.delivery.eventId === eventId && one.lease?.token === token,
    );
    if (!row?.queued) return false;
    this.#leased.delete(row.queued.body);
    row.lease = null;
    row.ended += 1;
    if (end.state === 'retry') row.dueAt = end.dueAt.getTime();
    else this.#open.delete(row);
    if (end.state === 'delivered') row.end('delivered');
    if (end.state === 'parked') {
      row.parked = end.reason;
      row.end(isFinal(row.delivery.answer?.status ?? null) ? 'rejected' : 'given_up');
    }
    this.options.onAttempt(row.delivery);
    return true;
  };

  parkedEvents: EventStorage['parkedEvents'] = async ({ limit, eventId, event, after }) =>
    this.#rows
      .slice(0, after && this.#rows.findIndex(({ delivery }) => delivery.eventId === after.eventId))
      .filter((row) => eventId === undefined || row.delivery.eventId === eventId)
      .filter((row) => event === undefined || row.queued?.event === event)
      .flatMap(({ queued, parked, ended }) =>
        queued && parked ? [{ ...queued, ...parked, attempts: ended }] : [],
      )
      .reverse()
      .slice(0, limit);

  replaceParked: EventStorage['replaceParked'] = async ({ eventId, event }, tx) => {
    const row = this.#rows.find((one) => one.parked !== null && one.delivery.eventId === eventId);
    if (!row) return false;
    const { parked } = row;
    row.parked = null;
    this.#forgetKey(row);
    tx.undo.push(() => (row.parked = parked));
    return event === null || this.enqueue(event, tx);
  };

  outboxFigures: EventStorage['outboxFigures'] = async () => {
    const [oldest] = this.#open;
    return {
      waiting: this.#open.size,
      oldestQueuedAt: oldest?.queued?.queuedAt ?? null,
      parked: this.#rows.filter(({ parked }) => parked !== null).length,
    };
  };

  forgetDelivered: EventStorage['forgetDelivered'] = async (queuedBefore) => {
    for (const row of this.#keys.values())
      if (row.delivery.state === 'delivered' && row.queued && row.queued.queuedAt < queuedBefore)
        this.#forgetKey(row);
  };

  #add(event: string, eventId: string): Row {
    const row = new Row(event, eventId, this.#url);
    this.#rows.push(row);
    this.deliveries.push(row.delivery);
    return row;
  }

  #queue(row: Row, queued: QueuedEvent): void {
    row.queue(queued);
    if (queued.key !== null) this.#keys.set(queued.key, row);
    if (row.url === undefined) row.end('unsent');
    else if (this.#isOver) row.end('given_up');
    else this.#open.add(row);
    for (const again of row.again.splice(0)) this.#queueAgain(again, queued);
  }

  #queueRaw(row: Row, { event, data, eventId, occurredAt }: OutgoingEvent & { eventId: string }): void {
    const queuedAt = new Date(this.options.now());
    const occurred_at = occurredAt ?? queuedAt.toISOString();
    const envelope = { spec_version: '1', event, event_id: eventId, occurred_at, data };
    const body = JSON.stringify(this.options.hooks.envelope(envelope));
    this.#queue(row, { eventId, event, key: null, subject: null, body, queuedAt });
    this.options.onQueued();
  }

  #queueAgain(row: Row, queued: QueuedEvent): void {
    this.#queue(row, { ...queued, key: null, subject: null, queuedAt: new Date(this.options.now()) });
    this.options.onQueued();
  }

  #remove(row: Row): void {
    this.#open.delete(row);
    this.#forgetKey(row);
    this.#rows.splice(this.#rows.indexOf(row), 1);
    this.deliveries.splice(this.deliveries.indexOf(row.delivery), 1);
  }

  #forgetKey({ queued }: Row): void {
    if (queued?.key) this.#keys.delete(queued.key);
  }

  #spoilt(body: string, change: Change = (data) => data): string {
    const envelope: Data & { data: Data } = JSON.parse(body);
    return JSON.stringify(this.options.hooks.envelope({ ...envelope, data: change(envelope.data) }));
  }

  #require(eventId: string): Row {
    const row = this.#rows.findLast((one) => one.delivery.eventId === eventId);
    if (!row) throw new Error(`no event was sent under the id ${eventId}`);
    return row;
  }
}

/** The service's final answer, in contrast to no answer. */
function isFinal(status: number | null): boolean {
  return status !== null && status >= 300 && status < 500 && status !== 429;
}
