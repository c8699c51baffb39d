import { randomUUID } from 'node:crypto';
import type { EventName } from '@hub/contract';
import {
  allQueues,
  Broker,
  EventRequester,
  queueNames,
  startWorker,
  type EventAnswer,
  type WorkerConfig,
  type WorkerContext,
  type Subscriptions,
} from '@hub/messaging';
import type { Component } from '@hub/runtime';
import { eventually, purgeBroker, TEST_ENCRYPTION_KEY, testAmqpUrl } from '@hub/testing';
import { connect, type Channel } from 'amqplib';
import type { World } from './world';

/** An event as the ingress publishes it. */
export interface SentEvent {
  event: EventName;
  shopId: number;
  body: object | Buffer;
  timeoutMs?: number | undefined;
}

/** A broker beside a world: workers run on it as in a deployment, and events are sent as by the ingress. */
export class Running {
  private requester: EventRequester | undefined;
  private constructor(
    private readonly world: World,
    readonly amqpUrl: string,
    /** A plain channel, to inspect and to interfere. */
    readonly channel: Channel,
  ) {}

  static async of(world: World): Promise<Running> {
    const amqpUrl = testAmqpUrl();
    await purgeBroker(amqpUrl, queueNames(allQueues()));
    const connection = await connect(amqpUrl);
    world.onClose(() => connection.close());
    return new Running(world, amqpUrl, await connection.createChannel());
  }

  /** The configuration of every worker of a test: quick attempts at stores of this machine. */
  get config() {
    return {
      DATABASE_URL: this.world.url,
      AMQP_URL: this.amqpUrl,
      HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      ALLOW_INSECURE_STORES: true,
      STORE_TIMEOUT_MS: 2_000,
      STORE_RETRY_BASE_MS: 1,
      LOG_LEVEL: 'error',
    } as const;
  }

  /** Starts a worker in this process; resolves once it consumes. @returns its stop function */
  async worker<C extends WorkerConfig>(
    config: C,
    subscriptions: (context: WorkerContext<C>) => Subscriptions,
  ): Promise<() => Promise<void>> {
    const components: Component[] = [];
    const stop = () => stopAll(components);
    this.world.onClose(stop);
    await startWorker({ name: 'test', config, logger: this.world.logger, subscriptions }, components);
    await allReady(components);
    return stop;
  }

  /** Sends an event and waits for its verdict, as the ingress does. */
  async send({ event, shopId, body, timeoutMs = 20_000 }: SentEvent): Promise<EventAnswer> {
    this.requester ??= await this.connect();
    return this.requester.request({
      event,
      shopId,
      body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
      correlation: randomUUID(),
      receivedAt: Date.now(),
      timeoutMs,
    });
  }

  /** The next message of a queue, once there is one. */
  take(queue: string): Promise<string> {
    return eventually(async () => {
      const message = await this.channel.get(queue, { noAck: true });
      if (!message) throw new Error(`nothing in ${queue}`);
      return message.content.toString();
    });
  }

  private async connect(): Promise<EventRequester> {
    const { logger } = this.world;
    const config = { AMQP_URL: this.amqpUrl };
    const broker = new Broker({ config, name: 'sender', queues: allQueues(), logger });
    const requester = new EventRequester(broker);
    this.world.onClose(() => broker.stop());
    await broker.start();
    await allReady([broker]);
    return requester;
  }
}

/** Stops components as a service does at SIGTERM: nothing new starts, then each ends, in reverse order. */
async function stopAll(components: Component[]): Promise<void> {
  for (const component of components) component.beginStop?.();
  for (const component of components.splice(0).toReversed()) await component.stop();
}

async function allReady(components: readonly Component[]): Promise<void> {
  await eventually(async () => {
    for (const component of components)
      if (!((await component.ready?.()) ?? true)) throw new Error(`${component.name} is not ready`);
  });
}
