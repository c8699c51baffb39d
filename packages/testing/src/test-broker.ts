import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type ChannelModel } from 'amqplib';
import { testConfig } from './config';

/**
 * The broker vhost of this jest worker. Workers of one run never share one; concurrent runs start at different ones, by
 * their parent process.
 */
export function testAmqpUrl(): string {
  const { amqpUrls, worker } = testConfig();
  const url = amqpUrls[(worker - 1 + process.ppid) % amqpUrls.length];
  if (url === undefined) throw new Error('HUB_TEST_AMQP_URLS names no vhost');
  return url;
}

/** Held by the one journey that uses a vhost; released with its connection. */
const TURN_QUEUE = 'e2e.turn';
const TURN_WITHIN_MS = 300_000;

/** The broker of the end-to-end journeys, for as long as it is held. */
export interface HeldBroker {
  amqpUrl: string;
  release(): Promise<void>;
}

/**
 * A vhost of the end-to-end journeys that no other test uses. Concurrent ones have one each, or take turns: the
 * services of two of them would take each other's messages.
 */
export async function holdE2eBroker(): Promise<HeldBroker> {
  const { e2eAmqpUrls } = testConfig();
  const deadline = performance.now() + TURN_WITHIN_MS;
  for (;;) {
    for (const amqpUrl of e2eAmqpUrls) {
      const connection = await connect(amqpUrl, { noDelay: true });
      if (await takeTurn(connection)) return { amqpUrl, release: () => connection.close() };
      await connection.close();
    }
    if (performance.now() > deadline) throw new Error('another run of the journeys does not end');
    await wait(500);
  }
}

/** @returns whether the turn is ours: an exclusive queue is refused to any other connection */
async function takeTurn(connection: ChannelModel): Promise<boolean> {
  const channel = await connection.createChannel();
  // The refusal closes the channel; the rejection below reports it.
  channel.on('error', () => undefined);
  return channel.assertQueue(TURN_QUEUE, { exclusive: true, durable: false }).then(
    () => true,
    () => false,
  );
}

/** Publishes bytes to a queue, bypassing all checks. */
export async function putIntoQueue(
  url: string,
  message: { queue: string; bytes: Buffer; headers: Record<string, unknown> },
): Promise<void> {
  const connection = await connect(url, { noDelay: true });
  try {
    const channel = await connection.createConfirmChannel();
    channel.sendToQueue(message.queue, message.bytes, {
      persistent: true,
      messageId: randomUUID(),
      headers: message.headers,
    });
    await channel.waitForConfirms();
  } finally {
    await connection.close();
  }
}

/** Takes messages of a queue without acknowledging them, as a busy worker does; `release` returns them. */
export async function takeUnacknowledged(url: string, queue: string, count: number): Promise<HeldBroker> {
  const connection = await connect(url, { noDelay: true });
  const channel = await connection.createChannel();
  await channel.prefetch(count);
  await channel.consume(queue, () => undefined);
  return { amqpUrl: url, release: () => connection.close() };
}

/** Deletes the queues with their messages, whether or not they exist. */
export async function purgeBroker(url: string, queues: readonly string[]): Promise<void> {
  const connection = await connect(url, { noDelay: true });
  try {
    const channel = await connection.createChannel();
    for (const queue of queues) await channel.deleteQueue(queue);
  } finally {
    await connection.close();
  }
}
