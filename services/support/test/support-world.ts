import { BlockList } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Database, DeadLetterState } from '@hub/database';
import {
  allQueues,
  ForecastRequester,
  queueNames,
  startWorker,
  type Forecasts,
  type Subscriptions,
} from '@hub/messaging';
import { createLogger, type Component } from '@hub/runtime';
import {
  anEnvelope,
  aReturn,
  createTestDatabase,
  eventually,
  purgeBroker,
  testAmqpUrl,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { SupportConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';

export const RETURNS = 'returns.return.created';
const logger = createLogger({ service: 'test', level: process.env['TEST_LOG'] === 'all' ? 'info' : 'error' });

/** A broker and a database with support running, and a test's own workers beside it. */
export class SupportWorld {
  private readonly running: Component[][] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly amqpUrl: string,
    private readonly connection: ChannelModel,
    readonly channel: Channel,
  ) {}

  static async open(): Promise<SupportWorld> {
    const database = await createTestDatabase();
    const amqpUrl = testAmqpUrl();
    await purgeBroker(amqpUrl, queueNames(allQueues()));
    const connection = await connect(amqpUrl);
    return new SupportWorld(database, amqpUrl, connection, await connection.createChannel());
  }

  get db(): Database {
    return this.database.db;
  }

  get config(): SupportConfig {
    return {
      DATABASE_URL: this.database.url,
      AMQP_URL: this.amqpUrl,
      SUPPORT_PORT: 0,
      TRUSTED_PROXIES: new BlockList(),
      CONNECTIONS_PER_ADDRESS: 512,
      DRAIN_MS: 0,
      LOG_LEVEL: 'error',
      HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      SUPPORT_ACCOUNTS: [],
      OIDC_ROLE_CLAIM: 'roles',
      ALLOW_INSECURE_STORES: true,
      STORE_TIMEOUT_MS: 1_000,
      STORE_RETRY_BASE_MS: 10,
      REHEARSAL_LONGEST_MINUTES: 10,
      ROUTING_DECISION_MONTHS: 13,
    };
  }

  startSupport(change: (background: Subscriptions) => Subscriptions = (as) => as): Promise<Component[]> {
    return this.start((context) => change(subscriptions(context, new ForecastRequester(context.broker))));
  }

  /** Asks the running workers, as the desk does. */
  forecasts(): Promise<Forecasts> {
    return (this.asking ??= this.connectForecasts());
  }

  private asking: Promise<Forecasts> | undefined;

  private async connectForecasts(): Promise<Forecasts> {
    let requester: Forecasts | undefined;
    await this.start(({ broker }) => {
      requester = new ForecastRequester(broker);
      return { consumers: [] };
    });
    if (!requester) throw new Error('not started');
    return requester;
  }

  /** Starts a worker in this process; resolves once it consumes. */
  async start(work: Parameters<typeof startWorker<SupportConfig>>[0]['subscriptions']): Promise<Component[]> {
    const components: Component[] = [];
    this.running.push(components);
    await startWorker({ name: 'test', config: this.config, logger, subscriptions: work }, components);
    for (const component of components)
      await eventually(async () => {
        if (component.ready && !(await component.ready())) throw new Error(`${component.name} is not ready`);
      });
    return components;
  }

  async stop(components: Component[]): Promise<void> {
    for (const component of components.splice(0).reverse()) await component.stop();
  }

  /** Puts a failed message into the queue as the framework does. @returns its message id */
  die(body: Buffer, headers: Record<string, unknown> = {}, messageId: string = randomUUID()): string {
    const now = new Date().toISOString();
    this.channel.sendToQueue('dead-letters', body, {
      messageId,
      type: 'return.created',
      correlationId: 'C-1',
      headers: {
        'x-shop-id': 7,
        'x-origin': RETURNS,
        'x-reason': 'TypeError',
        'x-attempts': 6,
        'x-first-failed-at': now,
        'x-last-failed-at': now,
        ...headers,
      },
    });
    return messageId;
  }

  /** The only failed message, once it is in this state. */
  async failedMessage(state: DeadLetterState, count = 1) {
    return eventually(async () => {
      const [failedMessage, ...others] = await this.db.deadLetter.findMany();
      if (others.length > 0) throw new Error('more than one failed message');
      if (failedMessage?.state !== state || failedMessage.count !== count)
        throw new Error(
          `it is ${failedMessage?.state ?? 'not there'}, died ${failedMessage?.count ?? 0} times`,
        );
      return failedMessage;
    });
  }

  async close(): Promise<void> {
    for (const components of this.running) await this.stop(components);
    await this.connection.close();
    await this.database.drop();
  }
}

/** `return.created` under an event id, as a store sends it. */
export function aReturnEvent(eventId = 'E-1', orderId = 'SO-1'): Buffer {
  const envelope = anEnvelope('return.created', aReturn({ order_id: orderId }), {
    event_id: eventId,
    occurred_at: '2026-11-20T10:00:00.000Z',
  });
  return Buffer.from(JSON.stringify(envelope));
}
