import { connect, type ConsumeMessage } from 'amqplib';
import { plainQueue } from '../shards/shard-names';
import { brokerAddresses, tlsOptions, type BrokerConfig } from './broker-address';
import { withoutBrokerHeaders } from './broker-death';
import { deleteEmpty, drain, openChannel, type Target } from './drain';
import type { QueueSpec } from './topology';

export interface LeftShards {
  config: BrokerConfig;
  /** Existing shards beyond the number. */
  shards: readonly QueueSpec[];
  /** Whether those are deleted that no worker consumes. */
  remove: boolean;
  /** Called after each batch with the number of messages moved so far. */
  moved: (messages: number) => void;
}

/**
 * Moves what waits in shards to their plain queues, which every worker consumes, while all runs (record 76). Each
 * message is acknowledged once its copy is confirmed. A shard that a worker consumes is left to that one.
 */
export async function emptyShards({ config, shards, remove, moved }: LeftShards): Promise<void> {
  const [address = ''] = brokerAddresses(config.AMQP_URL);
  const model = await connect(address, { ...tlsOptions(config), noDelay: true });
  // The waiting caller also gets this error.
  model.on('error', () => undefined);
  let count = 0;
  const told = (messages: number) => moved((count += messages));
  try {
    const channel = await openChannel(model);
    for (const shard of shards) {
      const { consumerCount } = await channel.checkQueue(shard.name);
      if (consumerCount > 0) continue;
      // Before the last look, so that nothing is published to it afterwards: an ingress is refused, and says so.
      if (remove) await channel.unbindQueue(shard.name, shard.exchange, shard.routingKey);
      await drain(channel, shard.name, { to: home(shard.name), moved: told });
      if (remove) await deleteEmpty(channel, shard.name);
    }
  } finally {
    await model.close().catch(() => undefined);
  }
}

function home(shard: string): (message: ConsumeMessage) => Target {
  return ({ properties }) => ({
    exchange: '',
    routingKey: plainQueue(shard),
    headers: withoutBrokerHeaders(properties.headers ?? {}),
  });
}
