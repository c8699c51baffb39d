import { connect, type ChannelModel } from 'amqplib';

/** The queues that benchmarks fill. */
const QUEUES = [
  'inventory.inventory.updated',
  'inventory.network-quantity.recalculate',
  'inventory.network-quantity.recalculate-shop',
  'routing.order.created',
  'routing.order.route',
  'routing.article.serve-waiting',
  'routing.shipping-order.place',
  'catalogue.catalogue.pull',
  'dead-letters',
  'bench.floor',
];

/**
 * A benchmark's services would consume a running system's messages, with a different database.
 * @throws where another program uses the broker, or left messages there
 */
export async function requireQuietBroker(url: string): Promise<void> {
  await withConnection(url, async (connection) => {
    for (const queue of QUEUES) {
      const { messageCount, consumerCount } = await lookAt(connection, queue);
      if (consumerCount > 0) throw new Error(`${queue} has a consumer: stop what uses this broker first`);
      if (messageCount > 0)
        throw new Error(`${queue} holds ${messageCount} messages: give --purge to drop them`);
    }
  });
}

/** Deletes the queues with what is left in them; a program that needs one declares it again. */
export async function dropQueues(url: string): Promise<void> {
  await withConnection(url, async (connection) => {
    const channel = await connection.createChannel();
    for (const queue of QUEUES) await channel.deleteQueue(queue);
  });
}

async function withConnection(url: string, work: (connection: ChannelModel) => Promise<void>): Promise<void> {
  const connection = await connect(url, { noDelay: true });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

/** A missing queue counts as empty. */
async function lookAt(connection: ChannelModel, queue: string) {
  const channel = await connection.createChannel();
  // A missing queue closes the channel; the rejection below reports it.
  channel.on('error', () => undefined);
  return channel.checkQueue(queue).catch(() => ({ messageCount: 0, consumerCount: 0 }));
}
