import { setTimeout as wait } from 'node:timers/promises';
import type { Logger, Component } from '@hub/runtime';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import type { BrokerConfig } from './broker-address';
import { BrokerConnection } from './broker-connection';
import { growingWait } from './growing-wait';
import { HeldBytes } from './held-bytes';
import { NotPublished } from './not-published';
import { Publisher, type OutgoingMessage, type UnconfirmedMessage, type PublisherOptions } from './publisher';
import { StallWatch } from './stall-watch';
import { provideTopology } from './provide-topology';
import type { QueueSpec } from '../topology';
import { orGivenUp, Waiters } from './waiters';

/** A consumer, which needs its own channel on every new connection. */
export interface Attachment {
  /** Called at every connect, once the topology is declared; throwing fails the connection attempt. */
  attach(model: ChannelModel): Promise<void>;
}

/** Listens for replies to published messages, on the publishing channel (direct reply-to). */
export interface Listener {
  /** Called at every connect, before anything is published. */
  listen(channel: ConfirmChannel): Promise<void>;
}

export interface BrokerOptions extends Pick<PublisherOptions, 'confirmWithinMs'> {
  config: BrokerConfig;
  /** Shown in the broker's list of connections. */
  name: string;
  queues: readonly QueueSpec[];
  logger: Logger;
}

/** Waits before a follow-up that the broker refused is resent. */
const REFUSED = { firstMs: 1_000, longestMs: 30_000 };

/**
 * RabbitMQ, over two connections: one publishes, the other consumes and acknowledges. In a memory or disk alarm the
 * broker stops reading from publishing connections; on one connection the acknowledgements would queue behind that, and
 * the backlog that raised the alarm could never drain. Both recover automatically and declare the topology each time.
 * While the broker is unavailable, publishing fails at once and nothing is consumed.
 */
export class Broker implements Component {
  readonly name = 'broker';
  readonly dependency = true;
  /** Of all consumers. */
  readonly held = new HeldBytes();
  private readonly listeners: Listener[] = [];
  private readonly attachments: Attachment[] = [];
  private readonly publishing: BrokerConnection;
  private readonly consuming: BrokerConnection;
  private readonly stall: StallWatch;
  private readonly waiters = new Waiters();
  private publisher: Publisher | undefined;

  constructor(private readonly options: BrokerOptions) {
    const { logger, name, config } = options;
    this.publishing = new BrokerConnection({
      config,
      name: `${name} publishing`,
      logger,
      setUp: (model) => this.setUpPublishing(model),
      lost: () => this.setPublisher(undefined),
    });
    this.consuming = new BrokerConnection({
      config,
      name,
      logger,
      setUp: (model) => this.setUpConsuming(model),
      lost: () => undefined,
    });
    this.stall = new StallWatch(logger, () => this.publishing.replace());
  }

  /** Starts connecting; returns at once; readiness reports the result. */
  async start(): Promise<void> {
    await this.publishing.start((reason) => this.block(reason));
    if (this.attachments.length > 0) await this.consuming.start();
  }

  /** Attaches the consumer at every connect from now on; register before `start`. */
  register(attachment: Attachment): void {
    this.attachments.push(attachment);
  }

  /** The same for a reply listener. */
  registerListener(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Whether the broker accepts messages now. */
  ready(): boolean {
    return this.publisher?.state() === 'usable';
  }

  /** Resolves once it does; rejects if `given` up before. */
  async untilReady(given: AbortSignal): Promise<void> {
    while (!this.ready()) await this.waiters.change(given);
  }

  /** Publishes and waits for the broker's confirm. Throws `NotPublished` if none comes. */
  async publish(message: OutgoingMessage): Promise<void> {
    if (!this.publisher) throw new NotPublished('the broker is unavailable');
    await this.publisher.publish(message);
  }

  /**
   * Publishes however long the broker accepts nothing, and resends only what can no longer be confirmed. Rejects if
   * `given` up before.
   */
  async publishSurely(message: OutgoingMessage, given: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await this.untilReady(given);
      try {
        return await this.publish(message);
      } catch (error) {
        if (!(error instanceof NotPublished)) throw error;
        if (error.confirmedAfterAll && (await orGivenUp(error.confirmedAfterAll, given))) return;
      }
      await wait(growingWait(tries, REFUSED), undefined, { signal: given });
    }
  }

  /** Fire and forget, for replies that may no longer have a receiver. */
  publishUnconfirmed(message: UnconfirmedMessage): void {
    this.publisher?.publishUnconfirmed(message);
  }

  async stop(): Promise<void> {
    this.setPublisher(undefined);
    await Promise.all([this.consuming.stop(), this.publishing.stop()]);
  }

  private async setUpPublishing(model: ChannelModel): Promise<void> {
    await provideTopology(model, this.options.queues);
    const [channel, unconfirmed] = [await model.createConfirmChannel(), await model.createChannel()];
    for (const one of [channel, unconfirmed]) {
      one.on('error', (error: unknown) => this.options.logger.error('broker channel failed', { error }));
      // A channel that closes leaves its users dead: start over with a new connection.
      one.on('close', () => void model.close().catch(() => undefined));
    }
    for (const listener of this.listeners) await listener.listen(channel);
    const { confirmWithinMs } = this.options;
    const changed = () => this.changed();
    this.setPublisher(
      new Publisher(channel, unconfirmed, {
        changed,
        ...(confirmWithinMs !== undefined && { confirmWithinMs }),
      }),
    );
  }

  private async setUpConsuming(model: ChannelModel): Promise<void> {
    const gone = new AbortController();
    model.once('close', () => gone.abort());
    await provideTopology(model, this.options.queues);
    // A consumer must be able to answer at once: wait for the publisher.
    while (!this.publisher) await this.waiters.change(gone.signal);
    for (const attachment of this.attachments) await attachment.attach(model);
  }

  private block(reason: string | null): void {
    const { logger } = this.options;
    if (reason === null) logger.info('broker accepts publishing again');
    else logger.warn('broker blocks publishing: resource alarm', { reason });
    this.publisher?.setBlocked(reason !== null);
  }

  private setPublisher(publisher: Publisher | undefined): void {
    this.publisher = publisher;
    this.changed();
  }

  private changed(): void {
    this.stall.look(this.publisher?.state() ?? 'away');
    this.waiters.wake();
  }
}
