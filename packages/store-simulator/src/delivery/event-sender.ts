import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { sign } from '@hub/contract';

import type { Delivery, DeliveryAttempt } from './delivery';
import type { DeliveryHooks } from './delivery-hooks';
import { limitInFlight } from './limit-in-flight';
import { postEvent } from './post-event';

/** At least three attempts over at least fifteen minutes: the wait before each attempt, in milliseconds. */
export const DELIVERY_DELAYS_MS = [0, 60_000, 300_000, 900_000];

/** A store does not flood the service: so many events at most are undecided at once. */
const EVENTS_IN_FLIGHT = 32;

export interface EventSenderOptions {
  secret: string;
  now: () => number;
  url?: string | undefined;
  delaysMs?: number[] | undefined;
  hooks: DeliveryHooks;
  /** Told after every attempt. */
  onAttempt: (delivery: Delivery) => void;
}

export interface OutgoingEvent {
  event: string;
  data: unknown;
  eventId?: string | undefined;
  /** ISO 8601; now, where not given. */
  occurredAt?: string | undefined;
}

type OpenDelivery = { -readonly [Key in keyof Delivery]: Delivery[Key] } & { attempts: DeliveryAttempt[] };

/** Sends a store's events by the contract's delivery rules, each retry with identical bytes and the same id. */
export class EventSender {
  readonly deliveries: Delivery[] = [];
  readonly #stopped = new AbortController();
  readonly #inTurn = limitInFlight(EVENTS_IN_FLIGHT);
  #url: string | undefined;

  constructor(private readonly options: EventSenderOptions) {
    this.#url = options.url;
    // Each delivery listens while it waits, and there may be many.
    setMaxListeners(0, this.#stopped.signal);
  }

  /** Where events go from now on. */
  sendTo(url: string): void {
    this.#url = url;
  }

  /** Wraps `data` in the envelope and starts its delivery. Nothing is checked: a test may send what is wrong. */
  send({ event, data, eventId = randomUUID(), occurredAt }: OutgoingEvent): Delivery {
    const envelope = this.options.hooks.envelope({
      spec_version: '1',
      event,
      event_id: eventId,
      occurred_at: occurredAt ?? this.#nowIso(),
      data,
    });
    return this.#start({ event, eventId, body: Buffer.from(JSON.stringify(envelope)) });
  }

  /** Starts another delivery of the very bytes sent under this id. Throws where none was sent. */
  resend(eventId: string): Delivery {
    return this.#start(this.#require(eventId));
  }

  /** Waits for the end of the latest delivery under this id. Throws where there is none. */
  delivered(eventId: string): Promise<Delivery> {
    return this.#require(eventId).done;
  }

  /** Ends every delivery still open. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.deliveries.map((delivery) => delivery.done));
  }

  #require(eventId: string): Delivery {
    const delivery = this.deliveries.findLast((sent) => sent.eventId === eventId);
    if (!delivery) throw new Error(`no event was sent under the id ${eventId}`);
    return delivery;
  }

  #start(message: Pick<Delivery, 'event' | 'eventId' | 'body'>): Delivery {
    let settle: (delivery: Delivery) => void = () => undefined;
    const done = new Promise<Delivery>((resolve) => {
      settle = resolve;
    });
    const delivery: OpenDelivery = {
      event: message.event,
      eventId: message.eventId,
      body: message.body,
      attempts: [],
      state: 'sending',
      answer: null,
      done,
    };
    this.deliveries.push(delivery);
    void this.#deliver(delivery).then(() => settle(delivery));
    return delivery;
  }

  async #deliver(delivery: OpenDelivery): Promise<void> {
    const url = this.#url;
    if (url === undefined) {
      delivery.state = 'unsent';
      return;
    }
    for (const delay of this.options.delaysMs ?? DELIVERY_DELAYS_MS) {
      if (delay > 0) await this.#pause(delay);
      if (this.#stopped.signal.aborted) break;
      const attempt = await this.#inTurn(() => this.#attempt(url, delivery));
      delivery.attempts.push(attempt);
      delivery.answer = attempt.answer;
      delivery.state = this.options.hooks.state(stateAfter(attempt), attempt);
      this.options.onAttempt(delivery);
      if (delivery.state !== 'sending') return;
    }
    delivery.state = 'given_up';
    this.options.onAttempt(delivery);
  }

  async #attempt(url: string, { eventId, body }: Delivery): Promise<DeliveryAttempt> {
    const at = this.#nowIso();
    const { secret, hooks } = this.options;
    const isAgain = (): boolean =>
      this.deliveries.some((sent) => sent.eventId === eventId && sent.attempts.length > 0);
    const signed = hooks.signed({ body, signature: sign(secret, body) }, { secret, isAgain });
    return { at, ...(await postEvent({ url, ...signed, stopped: this.#stopped.signal })) };
  }

  /** A waiting retry neither keeps the process alive nor outlives the store. */
  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
  }

  #nowIso(): string {
    return new Date(this.options.now()).toISOString();
  }
}

/** Retry only on no answer or `5xx`; anything else is the service's last word. */
function stateAfter({ answer }: DeliveryAttempt): Delivery['state'] {
  if (answer === null || answer.status >= 500) return 'sending';
  return answer.status === 200 ? 'delivered' : 'rejected';
}
