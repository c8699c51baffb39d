import { connect } from 'amqplib';
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

/** The broker vhost of the whole journeys: no other test uses it. */
export function e2eAmqpUrl(): string {
  return testConfig().e2eAmqpUrl;
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
