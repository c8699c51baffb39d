import { purgeBroker, testAmqpUrl } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { allQueues, declareBroker, queueNames } from '../src';
import { provideTopology } from '../src/broker/provide-topology';
import { EXCHANGES } from '../src/topology';

/** The private broker of the tests has a user for each service, as a deployment's has. */

const connections: ChannelModel[] = [];
const address = new URL(testAmqpUrl());
const everything = { AMQP_URL: address.href };

async function connectAs(user: string): Promise<ChannelModel> {
  const url = new URL(address);
  url.username = user;
  const model = await connect(url.href);
  connections.push(model);
  return model;
}

beforeAll(async () => {
  await purgeBroker(address.href, queueNames(allQueues()));
  await declareBroker(everything);
});
afterAll(async () => {
  await purgeBroker(address.href, queueNames(allQueues()));
  for (const model of connections) await model.close();
});

/** The broker's response to an action of a user: nothing, or its refusal. */
async function saidTo(user: string, act: (channel: Channel) => unknown): Promise<string> {
  const model = await connectAs(user);
  const channel = await model.createConfirmChannel();
  let said = 'nothing';
  const closed = new Promise<void>((resolve) => channel.once('error', () => resolve()));
  channel.on(
    'error',
    (error: Error) => (said = /ACCESS_REFUSED/.test(error.message) ? 'refused' : error.message),
  );
  try {
    await act(channel);
    await Promise.race([channel.waitForConfirms(), closed]);
  } catch {
    await closed;
  }
  return said;
}

const publish = (exchange: string, key: string) => (channel: Channel) =>
  channel.publish(exchange, key, Buffer.from('{}'));
const consume = (queue: string) => (channel: Channel) => channel.consume(queue, () => undefined);

describe('a service may do at the broker what its work needs', () => {
  it.each([
    ['hub_ingress', 'hands in events', publish('hub.events', 'no.such.key')],
    [
      'hub_ingress',
      'listens for verdicts',
      (c: Channel) => c.consume('amq.rabbitmq.reply-to', () => undefined, { noAck: true }),
    ],
    ['hub_routing', 'consumes its events', consume('routing.order.created')],
    ['hub_routing', 'publishes commands of any worker', publish('hub.commands', 'no.such.key')],
    ['hub_routing', 'defers what has to wait', publish('hub.delay.300000', 'no.such.key')],
    ['hub_support', 'consumes dead letters', consume('dead-letters')],
  ])('%s %s', async (user, _, act) => {
    expect(await saidTo(user, act)).toBe('nothing');
  });
});

describe('and is refused everything else', () => {
  it.each([
    ['hub_ingress', 'publishes a command', publish('hub.commands', 'order.route')],
    ['hub_ingress', 'puts a message into a queue past the exchanges', publish('', 'routing.order.route')],
    ['hub_ingress', 'reads what others sent', consume('routing.order.created')],
    ['hub_ingress', 'declares a queue', (c: Channel) => c.assertQueue('mine')],
    ['hub_routing', "consumes another worker's events", consume('inventory.inventory.updated')],
    ['hub_routing', 'makes up an event', publish('hub.events', 'order.created')],
    ['hub_routing', 'deletes its queue', (c: Channel) => c.deleteQueue('routing.order.created')],
    ['hub_catalogue', 'reads dead letters', consume('dead-letters')],
    ['hub_support', "consumes a worker's events", consume('routing.order.created')],
    ['hub_command', 'consumes dead letters', consume('dead-letters')],
  ])('%s %s', async (user, _, act) => {
    expect(await saidTo(user, act)).toBe('refused');
  });
});

describe('the topology that services use', () => {
  it('for a user that may declare nothing: there once declared, and until then it reports what is missing', async () => {
    const model = await connectAs('hub_ingress');
    await provideTopology(model, allQueues());
    await purgeBroker(address.href, queueNames(allQueues()));
    await expect(provideTopology(model, allQueues())).rejects.toThrow(
      'dead-letters is not there, and this user of the broker may not declare it: run "hub broker apply"',
    );
    await declareBroker(everything);
    await provideTopology(model, allQueues());
  });

  it('for a user that may: it declares everything itself', async () => {
    const model = await connect(address.href);
    connections.push(model);
    await purgeBroker(address.href, queueNames(allQueues()));
    await provideTopology(model, allQueues());
    const channel = await model.createChannel();
    for (const { name } of EXCHANGES) await channel.checkExchange(name);
    for (const name of queueNames(allQueues()))
      expect(await channel.checkQueue(name)).toMatchObject({ queue: name, messageCount: 0 });
  });
});
