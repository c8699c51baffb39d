import { setTimeout as wait } from 'node:timers/promises';
import { connect, type ConfirmChannel, type ConsumeMessage } from 'amqplib';
import { brokerAddresses, tlsOptions, type BrokerConfig } from './broker-address';
import { withoutBrokerHeaders } from './broker-death';
import { allQueues } from '../message-map';
import { deleteEmpty, drain, openChannel, type Target } from './drain';
import { declareQueue, declareTopology, isDelayQueue, MOVING_QUEUE } from '../topology';

const TO_EXCHANGE = 'x-moving-exchange';
const TO_KEY = 'x-moving-key';
/** A message that a delay queue releases may be in transit for a moment. */
const SETTLE_MS = 1_000;

export interface Move {
  config: BrokerConfig;
  /** Queues whose arguments differ from those declared now. */
  replace: readonly string[];
  /** Every hub queue that the broker has. */
  existing: readonly string[];
  /** Called after each batch with the number of messages moved so far. */
  moved?: (messages: number) => void;
}

/**
 * Replaces queues without losing a message: their messages, and those in delay queues that return to them, are copied
 * to a temporary queue (confirmed, then acknowledged). Once nothing more arrives the queues are deleted and declared
 * again, and the messages go back. No other client may be connected. If interrupted at any point, run it again; a
 * message may then be there twice, which its consumer recognises.
 */
export async function moveQueues({ config, replace, existing, moved }: Move): Promise<void> {
  const [address = ''] = brokerAddresses(config.AMQP_URL);
  const model = await connect(address, { ...tlsOptions(config), noDelay: true });
  // The waiting caller also gets this error.
  model.on('error', () => undefined);
  let count = 0;
  const report = (messages: number) => moved?.((count += messages));
  try {
    const channel = await openChannel(model);
    await declareQueue(channel, MOVING_QUEUE);
    if (replace.length > 0) {
      const sources = existing.filter((name) => isDelayQueue(name) || replace.includes(name));
      await moveAside(channel, sources, report);
      for (const name of replace) await deleteEmpty(channel, name);
    }
    await declareTopology(channel, allQueues());
    await drain(channel, MOVING_QUEUE.name, { to: backHome, moved: report });
    await channel.deleteQueue(MOVING_QUEUE.name);
  } finally {
    await model.close().catch(() => undefined);
  }
}

/** Until a whole round, a moment after the one before, finds nothing. */
async function moveAside(
  channel: ConfirmChannel,
  sources: readonly string[],
  moved: (messages: number) => void,
): Promise<void> {
  for (let quiet = false; !quiet;) {
    let found = 0;
    for (const name of sources) found += await drain(channel, name, { to: aside(name), moved });
    quiet = found === 0;
    if (quiet) {
      await wait(SETTLE_MS);
      for (const name of sources) found += await drain(channel, name, { to: aside(name), moved });
      quiet = found === 0;
    }
  }
}

/** What waited in a delay queue waits there again; everything else returns to its queue. */
function aside(queue: string): (message: ConsumeMessage) => Target {
  return ({ fields, properties }) => ({
    exchange: '',
    routingKey: MOVING_QUEUE.name,
    headers: {
      ...withoutBrokerHeaders(properties.headers ?? {}),
      [TO_EXCHANGE]: isDelayQueue(queue) ? queue : '',
      [TO_KEY]: isDelayQueue(queue) ? fields.routingKey : queue,
    },
  });
}

function backHome({ properties }: ConsumeMessage): Target {
  const { [TO_EXCHANGE]: exchange, [TO_KEY]: routingKey, ...headers } = properties.headers ?? {};
  return {
    exchange: String(exchange),
    routingKey: String(routingKey),
    headers: withoutBrokerHeaders(headers),
  };
}
