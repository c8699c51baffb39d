import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allQueues, moveQueues, queueNames } from '../src';
import { declareTopology } from '../src/topology';
import { FrameWorld } from './frame-world';
import { startProgram } from './typescript-process';

const QUEUE = 'returns.return.register';
const DELAY = 'hub.delay.300000';
const existing = queueNames(allQueues());

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
  await declareTopology(world.channel, allQueues());
  // As an earlier release declared it.
  await world.channel.deleteQueue(QUEUE);
  await world.channel.assertQueue(QUEUE, {
    arguments: { 'x-queue-type': 'quorum', 'x-max-length': 2_000, 'x-overflow': 'reject-publish' },
  });
  await world.channel.bindQueue(QUEUE, 'hub.commands', 'return.register');
}, 60_000);
afterEach(() => world.close(), 60_000);

const idOf = (index: number) => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

async function fill(howMany: number): Promise<void> {
  const channel = await world.confirmChannel();
  for (let index = 0; index < howMany; index += 1)
    channel.sendToQueue(QUEUE, Buffer.from(`body ${index}`), {
      persistent: true,
      messageId: idOf(index),
      type: 'return.register',
      headers: { 'x-attempts': 2 },
    });
  channel.publish(DELAY, QUEUE, Buffer.from('delayed'), { messageId: 'delayed', persistent: true });
  await channel.waitForConfirms();
}

async function takeAll(queue: string) {
  const taken = [];
  for (let message = await world.take(queue); message; message = await world.take(queue)) taken.push(message);
  return taken;
}

describe('a queue with other arguments than this release has', () => {
  it('is replaced with all that it holds, and what waits to return to it keeps waiting', async () => {
    await fill(450);
    await moveQueues({ config: { AMQP_URL: world.amqpUrl }, replace: [QUEUE], existing });

    await declareTopology(world.channel, allQueues());
    const messages = await takeAll(QUEUE);
    expect(messages.map(({ properties }) => String(properties.messageId)).toSorted()).toEqual(
      Array.from({ length: 450 }, (_, index) => idOf(index)),
    );
    expect(messages[0]).toMatchObject({
      properties: { type: 'return.register', headers: { 'x-attempts': 2 } },
    });
    const [delayed] = await takeAll(DELAY);
    expect(delayed).toMatchObject({ fields: { routingKey: QUEUE }, properties: { messageId: 'delayed' } });
  }, 60_000);

  it('loses nothing if the move is killed midway and rerun', async () => {
    await fill(450);
    const env = { AMQP_URL: world.amqpUrl, REPLACE: QUEUE, KILLED_AFTER: '200' };
    const [, signal] = await once(startProgram('moving-main.ts', env), 'exit');
    expect(signal).toBe('SIGKILL');

    await moveQueues({ config: { AMQP_URL: world.amqpUrl }, replace: [QUEUE], existing });
    const messages = await takeAll(QUEUE);
    expect(new Set(messages.map(({ properties }) => properties.messageId)).size).toBe(450);
    expect(await takeAll(DELAY)).not.toEqual([]);
  }, 60_000);

  it('is refused by the services, which say what to do', async () => {
    const channel = await world.confirmChannel();
    channel.on('error', () => undefined);
    await expect(declareTopology(channel, allQueues())).rejects.toThrow(
      `${QUEUE} has other arguments than this release: run "hub broker apply"`,
    );
  });
});
