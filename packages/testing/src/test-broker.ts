import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type ChannelModel } from 'amqplib';
import { testConfig } from './config';

/**
 * The broker vhost of this jest worker. Workers of one run never share one; runs side by side start at different
 * ones, by their parent process.
 */
export function testAmqpUrl(): string {
  const { amqpUrls, worker } = testConfig();
  const url = amqpUrls[(worker - 1 + process.ppid) % amqpUrls.length];
  if (url === undefined) throw new Error('HUB_TEST_AMQP_URLS names no vhost');
  return url;
}

/** Held by the one journey that uses a vhost; it goes with its connection. */
const TURN_QUEUE = 'e2e.turn';
const TURN_WITHIN_MS = 300_000;

/** The broker of the whole journeys, for as long as it is held. */
export interface HeldBroker {
  amqpUrl: string;
  release(): Promise<void>;
}

/**
 * A vhost of the whole journeys that no other test uses. Those side by side have one each, or take turns: the services of
 * two of them would take each other's messages.
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
  // The refusal closes the channel; the rejection below tells it.
  channel.on('error', () => undefined);
  return channel.assertQueue(TURN_QUEUE, { exclusive: true, durable: false }).then(
    () => true,
    () => false,
  );
}

/** Puts bytes into a queue past everything that would have looked at them. */
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

/** Takes messages of a queue in hand, as a worker does that has not ended them; `release` gives them back. */
export async function takeInHand(url: string, queue: string, count: number): Promise<HeldBroker> {
  const connection = await connect(url, { noDelay: true });
  const channel = await connection.createChannel();
  await channel.prefetch(count);
  await channel.consume(queue, () => undefined);
  return { amqpUrl: url, release: () => connection.close() };
}

/** Deletes the queues with all they hold, whether or not they are there. */
export async function purgeBroker(url: string, queues: readonly string[]): Promise<void> {
  const connection = await connect(url, { noDelay: true });
  try {
    const channel = await connection.createChannel();
    for (const queue of queues) await channel.deleteQueue(queue);
  } finally {
    await connection.close();
  }
}
