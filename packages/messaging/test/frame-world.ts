import { randomUUID } from 'node:crypto';
import type { EventName } from '@hub/contract';
import { Prisma, type Database, type Sql } from '@hub/database';
import { createLogger, type Clock, type Logger, type Component } from '@hub/runtime';
import {
  anEnvelope,
  createTestDatabase,
  eventually,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
  Wire,
} from '@hub/testing';
import { connect, type Channel, type ChannelModel, type ConfirmChannel, type GetMessage } from 'amqplib';
import {
  allQueues,
  Broker,
  EventRequester,
  queueNames,
  startWorker,
  type EventAnswer,
  type Subscriptions,
  type WorkerConfig,
  type WorkerContext,
} from '../src';

const logger = createLogger({ service: 'test', level: process.env['TEST_LOG'] === 'all' ? 'info' : 'error' });

/** A separate broker and database for a test, with workers and a sender of events. */
export class FrameWorld {
  private components: Component[] = [];

  private constructor(
    readonly database: TestDatabase,
    /** Where workers and senders connect; a test may put a proxy between. */
    public amqpUrl: string,
    private readonly connection: ChannelModel,
    /** A plain channel beside the frame, to inspect and to interfere. */
    readonly channel: Channel,
  ) {}

  /** @param amqpUrl a broker of the test's own; otherwise that of this jest worker */
  static async open(amqpUrl: string = testAmqpUrl()): Promise<FrameWorld> {
    const database = await createTestDatabase();
    await purgeBroker(amqpUrl, queueNames(allQueues()));
    const connection = await connect(amqpUrl);
    return new FrameWorld(database, amqpUrl, connection, await connection.createChannel());
  }

  get db(): Database {
    return this.database.db;
  }

  /** Runs a worker in this process; resolves once it consumes. */
  async startWorker(
    subscriptions: (context: WorkerContext<WorkerConfig>) => Subscriptions,
    {
      config: given,
      ...options
    }: {
      confirmWithinMs?: number;
      logger?: Logger;
      config?: Partial<WorkerConfig>;
      ownClock?: Clock;
    } = {},
  ): Promise<Component[]> {
    const config: WorkerConfig = {
      DATABASE_URL: this.database.url,
      AMQP_URL: this.amqpUrl,
      HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      LOG_LEVEL: 'error',
      ...given,
    };
    const components: Component[] = [];
    await startWorker({ name: 'test', config, logger, subscriptions, ...options }, components);
    await readyAll(components);
    this.components.push(...components);
    return components;
  }

  /** The ingress's half: sends an event and waits for its verdict. */
  async sender(): Promise<(event: SentEvent) => Promise<EventAnswer>> {
    const broker = new Broker({
      config: { AMQP_URL: this.amqpUrl },
      name: 'sender',
      queues: allQueues(),
      logger,
    });
    const requester = new EventRequester(broker);
    await broker.start();
    await readyAll([broker]);
    this.components.push(broker);
    return (event) =>
      requester.request({
        event: event.name,
        shopId: event.shopId ?? 1,
        body: event.body,
        correlation: randomUUID(),
        receivedAt: event.receivedAt ?? Date.now(),
        timeoutMs: event.timeoutMs ?? 20_000,
      });
  }

  async stopWorkers(): Promise<void> {
    for (const component of this.components.splice(0).reverse()) await component.stop();
  }

  /** A separate channel, on which every message is confirmed. */
  confirmChannel(): Promise<ConfirmChannel> {
    return this.connection.createConfirmChannel();
  }

  /** Resolves once a running component reports that it is ready, or that it is not. */
  async becomes(name: string, ready: boolean): Promise<void> {
    const components = this.components.filter((component) => component.name === name);
    await eventually(async () => {
      for (const component of components)
        if ((await component.ready?.()) !== ready)
          throw new Error(`${name} does not become ${ready ? '' : 'un'}ready`);
    });
  }

  /** Takes a message out of a queue, null when it is empty. */
  async take(queue: string): Promise<GetMessage | null> {
    const message = await this.channel.get(queue, { noAck: true });
    return message === false ? null : message;
  }

  /** Resolves once nothing waits in the queue (what a consumer holds does not count). */
  async waitUntilEmpty(queue: string): Promise<void> {
    await eventually(async () => {
      const { messageCount } = await this.channel.checkQueue(queue);
      if (messageCount > 0) throw new Error(`${queue} still holds ${messageCount}`);
    });
  }

  async close(): Promise<void> {
    await this.stopWorkers();
    await this.connection.close();
    await this.database.drop();
  }
}

export interface SentEvent {
  name: EventName;
  body: Buffer;
  shopId?: number;
  timeoutMs?: number;
  receivedAt?: number;
}

/** As after a failover, or when a full disk is protected: every session from now on is read-only. */
export async function setReadOnly({ database, db }: FrameWorld, state: 'on' | 'off'): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET TRANSACTION READ WRITE`;
    await tx.$executeRaw(Prisma.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`));
    await tx.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'test/%'`;
  });
}

/** Takes a message and dies holding it: the connection is cut. */
export async function dieWithMessageOf(amqpUrl: string, queue: string): Promise<void> {
  const wire = await Wire.to(amqpUrl);
  const connection = await connect(wire.url);
  const closed = new Promise((resolve) => connection.on('close', resolve));
  connection.on('error', () => undefined);
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  await channel.prefetch(1);
  await new Promise<void>((resolve) => void channel.consume(queue, () => resolve()));
  wire.close();
  await closed;
}

/** Stops components in reverse order, as a service does. */
export async function stopAll(components: Component[]): Promise<void> {
  for (const component of components.toReversed()) await component.stop();
}

async function readyAll(components: Component[]): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (const component of components) {
    while (component.ready && !(await component.ready())) {
      if (Date.now() > deadline) throw new Error(`${component.name} is not ready`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** A return event as the ingress publishes it; its data does not matter to the frame. */
export function aReturnEvent(eventId: string, note = 'as new'): SentEvent {
  const data = {
    order_id: 'SO-1',
    lines: [{ order_line_id: 'L-1', external_ref: 'ref-1', quantity: 1 }],
    customer_note: note,
  };
  const envelope = anEnvelope('return.created', data, { event_id: eventId });
  return { name: 'return.created', body: Buffer.from(JSON.stringify(envelope)) };
}

/** An effect to count: a row of a table that nothing else writes in these tests. */
export async function leaveMark(tx: Sql, orderId: string): Promise<void> {
  await tx.$executeRaw(
    Prisma.sql`INSERT INTO cancellation_marker (shop_id, order_id) VALUES (1, ${orderId + randomUUID()})`,
  );
}

export async function countMarks(db: Database): Promise<number> {
  return db.cancellationMarker.count();
}
