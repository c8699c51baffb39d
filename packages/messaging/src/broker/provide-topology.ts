import { connect, type ChannelModel } from 'amqplib';
import { allQueues } from '../message-map';
import { brokerAddresses, tlsOptions, type BrokerConfig } from './broker-address';
import { declareTopology, EXCHANGES, queueDeclarations, type QueueSpec } from '../topology';

const ACCESS_REFUSED = 403;
const NOT_FOUND = 404;

/**
 * Ensures that exchanges and queues exist: declares them if this user may, at every connect, so that no message finds
 * its queue missing. A service's own user may not; it checks that they are there, and `hub broker apply` declares them.
 */
export async function provideTopology(model: ChannelModel, queues: readonly QueueSpec[]): Promise<void> {
  try {
    await withChannel(model, (channel) => declareTopology(channel, queues));
  } catch (error) {
    if (codeOf(error) !== ACCESS_REFUSED) throw error;
    await withChannel(model, (channel) => checkTopology(channel, queues));
  }
}

/** Declares all that services use, as a user who may; safe to repeat, also while they run. */
export async function declareBroker(config: BrokerConfig): Promise<void> {
  const [address = ''] = brokerAddresses(config.AMQP_URL);
  const model = await connect(address, { ...tlsOptions(config), noDelay: true });
  // The waiting caller gets this error.
  model.on('error', () => undefined);
  try {
    await withChannel(model, (channel) => declareTopology(channel, allQueues()));
  } finally {
    await model.close().catch(() => undefined);
  }
}

type Channel = Awaited<ReturnType<ChannelModel['createChannel']>>;

async function checkTopology(channel: Channel, queues: readonly QueueSpec[]): Promise<void> {
  for (const { name } of EXCHANGES) await orMissing(name, channel.checkExchange(name));
  for (const { name } of queueDeclarations(queues)) await orMissing(name, channel.checkQueue(name));
}

async function orMissing(name: string, checked: Promise<unknown>): Promise<void> {
  try {
    await checked;
  } catch (error) {
    if (codeOf(error) !== NOT_FOUND) throw error;
    const reason = `${name} is not there, and this user of the broker may not declare it: run "hub broker apply"`;
    throw new Error(reason, { cause: error });
  }
}

/** A separate channel: the broker closes one on which it refuses anything. */
async function withChannel(model: ChannelModel, work: (channel: Channel) => Promise<void>): Promise<void> {
  const channel = await model.createChannel();
  // The waiting caller gets this error.
  channel.on('error', () => undefined);
  await work(channel);
  await channel.close();
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
