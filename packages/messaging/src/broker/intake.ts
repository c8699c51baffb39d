import { setTimeout as wait } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import { growingWait } from './growing-wait';
import type { HeldBytes } from './held-bytes';

/** How long a redelivered message is handled alone; a call at a slow store must not hold up the others. */
const ALONE_MS = 2_000;
/**
 * Delay before a message redelivered more than once is handled: one that kills the process at its start must not cause
 * a tight loop.
 */
const BACK_OFF = { firstMs: 250, longestMs: 5_000 };

export interface IntakeOptions {
  queue: string;
  /** Unacknowledged messages the broker delivers at once. */
  prefetch: number;
  /** Of the process. */
  held: HeldBytes;
  /** Called for each delivery, in order. */
  note(message: ConsumeMessage): void;
  /** Handles a delivery; resolves once it is settled, and never rejects. */
  handle(message: ConsumeMessage): Promise<void>;
  /** Returns a delivery to the queue, unhandled. */
  giveBack(message: ConsumeMessage): void;
  /** The consumer was cancelled by the broker: its queue is gone. */
  cancelled(): void;
}

/**
 * How messages are fetched on one channel (D36): one by one while those at the head of the queue are redeliveries, any
 * of which may have killed a process; otherwise many at a time. The broker counts a death against everything that the
 * process held, so the culprit must be held alone. Messages beyond the bytes that a process may hold are returned, and
 * then fetched one by one too.
 */
export class Intake {
  private tag: string | null = null;
  private alone = true;
  private paused = false;
  /** Between the request to deliver no more and its confirmation: what still arrives was under way. */
  private ending = false;
  private waitsForRoom = false;
  private readonly inFlight = new Set<Promise<void>>();
  private suspects: ConsumeMessage[] = [];
  private changes: Promise<void> = Promise.resolve();

  constructor(
    private readonly channel: Channel,
    private readonly gone: AbortSignal,
    private readonly options: IntakeOptions,
  ) {}

  /** Starts to fetch: one, then more if that one was never delivered before. */
  start(): Promise<void> {
    this.paused = false;
    return this.change(() => this.fetch(true));
  }

  /** Fetches nothing until restarted; deliveries in flight continue. */
  pause(): Promise<void> {
    this.paused = true;
    return this.change(() => this.cancel());
  }

  /** One after another. */
  private change(work: () => Promise<void>): Promise<void> {
    const changed = this.changes.then(() => (this.gone.aborted ? undefined : work()));
    this.changes = changed.catch(() => undefined);
    return changed;
  }

  private async fetch(alone: boolean): Promise<void> {
    if (this.paused || this.tag !== null) return;
    if (!this.options.held.hasRoom()) return this.fetchOnceThereIsRoom();
    this.alone = alone;
    await this.channel.prefetch(alone ? 1 : this.options.prefetch);
    const { consumerTag } = await this.channel.consume(this.options.queue, (message) =>
      message === null ? this.options.cancelled() : this.take(message),
    );
    this.tag = consumerTag;
  }

  private fetchOnceThereIsRoom(): void {
    if (this.waitsForRoom) return;
    this.waitsForRoom = true;
    void this.options.held.untilRoom().then(() => {
      this.waitsForRoom = false;
      this.changeQuietly(() => this.fetch(true));
    });
  }

  private async cancel(): Promise<void> {
    const { tag } = this;
    this.tag = null;
    const cancelled = tag === null ? undefined : this.channel.cancel(tag);
    this.ending = true;
    // After the request, so that they are not delivered here again.
    for (const message of this.suspects.splice(0)) this.options.giveBack(message);
    await cancelled;
    this.ending = false;
  }

  private take(message: ConsumeMessage): void {
    const { redelivered } = message.fields;
    this.options.note(message);
    const { held } = this.options;
    if (!this.alone && (redelivered || !held.hasRoom())) return this.returnUnhandled(message);
    const bytes = message.content.length;
    held.hold(bytes);
    const work = this.handle(message).finally(() => {
      this.inFlight.delete(work);
      held.release(bytes);
    });
    this.inFlight.add(work);
    if (redelivered) void this.holdAlone(work);
    else if (this.alone) this.changeQuietly(() => this.fetchAgain(false));
  }

  private returnUnhandled(message: ConsumeMessage): void {
    if (this.ending) return this.options.giveBack(message);
    this.suspects.push(message);
    if (this.suspects.length === 1) this.changeQuietly(() => this.isolate());
  }

  private async handle(message: ConsumeMessage): Promise<void> {
    const times = deliveriesBefore(message);
    if (times > 1) await this.wait(growingWait(times - 1, BACK_OFF));
    if (!this.gone.aborted) await this.options.handle(message);
  }

  /** Once it has had its time alone, the next one is fetched alongside it. */
  private async holdAlone(work: Promise<void>): Promise<void> {
    const settled = await Promise.race([work.then(() => true), this.wait(ALONE_MS).then(() => false)]);
    if (!settled) this.changeQuietly(() => this.fetchAgain(true));
  }

  /** What is returned is fetched again one by one, once nothing else is in flight. */
  private async isolate(): Promise<void> {
    await this.cancel();
    await Promise.race([Promise.all(this.inFlight), this.wait(ALONE_MS)]);
    await this.fetch(true);
  }

  private async fetchAgain(alone: boolean): Promise<void> {
    await this.cancel();
    await this.fetch(alone);
  }

  /** A failed change has lost its channel; a new connection starts over. */
  private changeQuietly(work: () => Promise<void>): void {
    this.change(work).catch(() => undefined);
  }

  private async wait(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.gone, ref: false }).catch(() => undefined);
  }
}

/** How often the broker delivered a message before without a settlement. */
function deliveriesBefore({ fields, properties }: ConsumeMessage): number {
  const count: unknown = properties.headers?.['x-delivery-count'];
  if (typeof count === 'number') return count;
  return fields.redelivered ? 1 : 0;
}
