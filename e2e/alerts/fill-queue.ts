import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'amqplib';
import type { End } from './fault';
import { repeatedly } from './repeatedly';
import type { WatchedHub } from './watched-hub';

/** How a queue fills up, with what no worker can read. */
interface Filling {
  queue: string;
  atOnce: number;
  perSecond: number;
  headers?: () => Record<string, unknown>;
}

const IN_ONE_GO = 5_000;
const ROUNDS_PER_SECOND = 4;

/** Fills a queue at once, and then more and more until it is ended. */
export async function fillQueue({ brokerWire }: WatchedHub, filling: Filling): Promise<End> {
  const { queue, atOnce, perSecond, headers = () => ({}) } = filling;
  const connection = await connect(brokerWire.url);
  const channel = await connection.createConfirmChannel();
  const put = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      channel.sendToQueue(queue, Buffer.from('{'), { persistent: true, headers: headers() });
    await channel.waitForConfirms();
  };
  for (let left = atOnce; left > 0; left -= IN_ONE_GO) await put(Math.min(left, IN_ONE_GO));
  const end = repeatedly(async () => {
    await put(Math.ceil(perSecond / ROUNDS_PER_SECOND));
    await wait(1_000 / ROUNDS_PER_SECOND);
  });
  return async () => {
    await end();
    await connection.close();
  };
}

export async function purgeQueue({ brokerWire }: WatchedHub, queue: string): Promise<void> {
  const connection = await connect(brokerWire.url);
  try {
    const channel = await connection.createChannel();
    await channel.purgeQueue(queue);
  } finally {
    await connection.close();
  }
}
