import { setMaxListeners } from 'node:events';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { histogram, Progress, type Logger, type Component } from '@hub/runtime';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Acknowledgements } from './acknowledgements';
import type { Attachment, Broker } from './broker';
import { Intake } from './intake';
import { publishedAt, readDelivery, type Delivery } from './delivery';
import { carryOut, planSettlement } from './settle';
import type { Settlement } from '../settlement';

/** Handles a consumer's deliveries; it answers each with a settlement and never throws. */
export interface DeliveryHandler {
  queue: string;
  /** Unacknowledged messages the broker delivers at once. */
  prefetch: number;
  /** The longest that handling one delivery may take (default 10 minutes: attempts at a slow store, and waits). */
  longestMs?: number | undefined;
  handle(delivery: Delivery): Promise<Settlement>;
}

const LONGEST_MS = 600_000;

const handled = histogram({
  name: 'hub_message_seconds',
  help: 'Time from delivery to settlement, by queue and how it ended.',
  labelNames: ['queue', 'settlement'],
  // For three attempts at a store that hangs.
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
});
const waited = histogram({
  name: 'hub_message_wait_seconds',
  help: 'Time from its publication until a message is first given out, by queue.',
  labelNames: ['queue'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
});

/** The life of one channel: over at the next disconnect, when deliveries in flight can no longer be settled. */
interface Link {
  channel: Channel;
  intake: Intake;
  acknowledgements: Acknowledgements;
  gone: AbortController;
}

type Settling = Pick<Link, 'acknowledgements' | 'gone'>;

/** One consumer of one queue: attaches at every connect, settles every delivery, finishes deliveries in flight at stop. */
export class Consumer implements Attachment, Component {
  readonly name: string;
  private link: Link | undefined;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly progress: Progress;
  private paused = false;
  private stopping = false;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly broker: Broker,
    private readonly handler: DeliveryHandler,
    private readonly logger: Logger,
  ) {
    this.name = handler.queue;
    this.progress = new Progress(handler.longestMs ?? LONGEST_MS);
  }

  async attach(model: ChannelModel): Promise<void> {
    if (this.stopping) return;
    const channel = await model.createChannel();
    const restart = () => void model.close().catch(() => undefined);
    channel.on('error', (error: unknown) => this.logger.error('consumer channel failed', { error }));
    channel.on('close', () => {
      if (this.link?.channel === channel) this.link = undefined;
      if (!this.stopping) restart();
    });
    const gone = new AbortController();
    // Everything in flight may wait for it.
    setMaxListeners(0, gone.signal);
    channel.on('close', () => gone.abort());
    const acknowledgements = new Acknowledgements(channel);
    const intake = new Intake(channel, gone.signal, {
      queue: this.handler.queue,
      prefetch: this.handler.prefetch,
      held: this.broker.held,
      note: (message) => acknowledgements.note(message),
      handle: (message) => this.take({ acknowledgements, gone }, message),
      giveBack: (message) => acknowledgements.giveBack(message),
      // A new connection declares the queue again.
      cancelled: restart,
    });
    this.link = { channel, intake, acknowledgements, gone };
    if (!this.paused) await intake.start();
  }

  ready(): boolean {
    return this.link !== undefined && !this.paused;
  }

  /** Fetches nothing until resumed: a dependency of the handler is unavailable. */
  pause(): void {
    this.paused = true;
    // On a lost channel nothing is fetched either.
    this.link?.intake.pause().catch(() => undefined);
  }

  resume(): void {
    this.paused = false;
    if (!this.stopping) this.link?.intake.start().catch(() => undefined);
  }

  stuck(): boolean {
    return this.progress.stuck();
  }

  /** Fetches nothing from now on; deliveries in flight continue. */
  beginStop(): void {
    void this.stop();
  }

  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopping = true;
    const { link } = this;
    await link?.intake.pause().catch(() => undefined);
    // A follow-up that waits for a blocked broker stops waiting: the message is redelivered.
    link?.gone.abort();
    await Promise.allSettled(this.inFlight);
    link?.acknowledgements.flush();
    await link?.channel.close().catch(() => undefined);
  }

  private take(link: Settling, message: ConsumeMessage): Promise<void> {
    this.progress.begin();
    const work = this.process(link, message).finally(() => {
      this.progress.end();
      this.inFlight.delete(work);
    });
    this.inFlight.add(work);
    return work;
  }

  private async process({ acknowledgements, gone }: Settling, message: ConsumeMessage): Promise<void> {
    const delivery = readDelivery(this.handler.queue, message);
    const arrivedAt = Date.now();
    const started = performance.now();
    const settlement = await this.handler.handle(delivery);
    const plan = planSettlement(delivery, settlement, Date.now());
    try {
      await carryOut(this.broker, plan, gone.signal);
      acknowledgements.acknowledge(message);
    } catch (error) {
      observeWait(delivery, arrivedAt);
      const { queue, messageId, correlation } = delivery;
      this.logger.warn('message not settled, it will be redelivered', {
        queue,
        messageId,
        correlation,
        error,
      });
      return;
    }
    const seconds = (performance.now() - started) / 1_000;
    // amqplib writes the answer at the end of the next turn: work that no one waits for comes after it.
    await endOfTurn();
    await endOfTurn();
    observeWait(delivery, arrivedAt);
    handled.observe({ queue: delivery.queue, settlement: plan.dead ? 'dead' : settlement.kind }, seconds);
    this.log(delivery, settlement, { seconds, dead: plan.dead });
  }

  /** One log line per message; a dependency's outage is logged once, by its watch. */
  private log(delivery: Delivery, settlement: Settlement, end: { seconds: number; dead: boolean }): void {
    const { kind, ...rest } = settlement;
    if (kind === 'away') return;
    const level = kind === 'retry' || kind === 'reject' || end.dead ? 'warn' : 'info';
    this.logger[level]('message handled', {
      type: delivery.type,
      messageId: delivery.messageId,
      correlation: delivery.correlation,
      attempt: delivery.attempts + 1,
      settlement: end.dead ? 'dead' : kind,
      ...rest,
      durationMs: Math.round(end.seconds * 10_000) / 10,
    });
  }
}

function observeWait(delivery: Delivery, arrivedAt: number): void {
  const since = publishedAt(delivery);
  // The clocks of two machines may differ.
  if (since !== null) waited.observe({ queue: delivery.queue }, Math.max(0, arrivedAt - since) / 1_000);
}
