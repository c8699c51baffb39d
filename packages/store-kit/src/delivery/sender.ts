import { randomUUID } from 'node:crypto';
import type { KitContext } from '../context';
import { markStockParked } from '../events/stock-events';
import type { LeasedEvent, ParkedEvent, ParkReason } from '../storage';
import type { DeliveryOptions } from '../store-kit';
import { decideOutcome } from './decide-outcome';
import { postEvent } from './post-event';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** At least the contract's three attempts over fifteen minutes; then each hour of a day, because an order is worth more. */
export const DELIVERY: DeliveryOptions = {
  delaysMs: [
    2 * SECOND,
    10 * SECOND,
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    ...Array.from({ length: 24 }, () => HOUR),
  ],
  attemptTimeoutMs: 35 * SECOND,
  leaseMs: MINUTE,
  atOnce: 8,
  pollMs: 5 * SECOND,
  fetch,
};

/** Brings the events of the outbox to the service. Any number of processes may do so beside each other. */
export class Sender<Tx> {
  readonly #underWay = new Set<Promise<void>>();
  #sending: Promise<void> | null = null;
  #isAskedAgain = false;
  /** Ends the wait for something to do. */
  #wake: () => void = () => {};
  #isStopped = false;

  constructor(
    private readonly kit: KitContext<Tx>,
    private readonly options: DeliveryOptions & { eventsUrl: () => string; onRetry: (due: Date) => void },
  ) {}

  /** Resolves once nothing is due any more, and nothing is under way here. */
  async sendDue(): Promise<void> {
    this.#ask();
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  /** Takes events again, after a stop. */
  resume(): void {
    this.#isStopped = false;
  }

  /** Takes nothing more; resolves once the attempts under way have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#isAskedAgain || this.#underWay.size > 0) {
      this.#isAskedAgain = false;
      await this.#takeDue();
      if (this.#underWay.size > 0 && !this.#isAskedAgain)
        await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #ask(): void {
    this.#isAskedAgain = true;
    this.#wake();
  }

  /** Keeps every slot filled: one attempt that hangs holds up no other. */
  async #takeDue(): Promise<void> {
    const limit = this.options.atOnce - this.#underWay.size;
    if (limit <= 0 || this.#isStopped) return;
    const now = this.kit.now();
    const until = new Date(now + this.options.leaseMs);
    const lease = { now: new Date(now), until, limit, token: randomUUID() };
    for (const event of await this.kit.storage.leaseEvents(lease)) this.#begin(event);
  }

  #begin(event: LeasedEvent): void {
    const attempt = this.#attempt(event)
      .catch((error: unknown) => this.kit.failed(error, 'sending an event'))
      .finally(() => {
        this.#underWay.delete(attempt);
        // Its slot is free, and the next event of its subject may be due.
        this.#ask();
      });
    this.#underWay.add(attempt);
  }

  /** Dies the process on any of these lines, the lease runs out and the same bytes are sent again: the service knows them. */
  async #attempt(event: LeasedEvent): Promise<void> {
    const { kit, options } = this;
    const [secret] = (await kit.credentials()).signingSecrets;
    const answer = await postEvent({
      url: options.eventsUrl(),
      body: event.body,
      secret,
      timeoutMs: options.attemptTimeoutMs,
      fetch: options.fetch,
    });
    const facts = { answer, attempts: event.attempts, nowMs: kit.now(), delaysMs: options.delaysMs };
    const end = decideOutcome(facts);
    if (end.state === 'parked' && event.event === 'inventory.updated')
      await kit.storage.transaction((tx) => markStockParked(event, kit.records(tx)));
    const isOurs = await kit.storage.settleEvent({ eventId: event.eventId, token: event.token, end });
    if (end.state === 'retry') options.onRetry(end.dueAt);
    if (end.state === 'parked' && isOurs) kit.hooks.onParked?.(parkedEvent(event, end.reason));
  }
}

function parkedEvent({ token: _token, ...event }: LeasedEvent, reason: ParkReason): ParkedEvent {
  return { ...event, ...reason, attempts: event.attempts + 1 };
}
