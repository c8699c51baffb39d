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
 * A benchmark's services would take a running system's messages, and with another database at that.
 * @throws where somebody uses the broker, or left messages there
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

/** Deletes the queues with what is left in them; whoever needs one declares it anew. */
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

/** A queue that is not there is as good as an empty one. */
async function lookAt(connection: ChannelModel, queue: string) {
  const channel = await connection.createChannel();
  // That it is not there closes the channel; the rejection below tells it.
  channel.on('error', () => undefined);
  return channel.checkQueue(queue).catch(() => ({ messageCount: 0, consumerCount: 0 }));
}
