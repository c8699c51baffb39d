import { randomUUID } from 'node:crypto';
import { eventually } from '@hub/testing';
import type { GetMessage } from 'amqplib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allQueues } from '../src';
import { queueDeclarations, MOVING_QUEUE } from '../src/topology';
import { FAILURE_POLICY } from '../src/failure-policy';
import { FrameWorld } from './frame-world';

const COMMANDS = 'returns.return.register';
const RETURNS = FAILURE_POLICY.processLost.again.times;

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
  // Declares every queue.
  await world.startWorker(() => ({ consumers: [] }));
}, 60_000);
afterEach(() => world.close(), 60_000);

async function put(queue: string): Promise<void> {
  const channel = await world.confirmChannel();
  channel.sendToQueue(queue, Buffer.from('{}'), { persistent: true, messageId: randomUUID() });
  await channel.waitForConfirms();
  await channel.close();
}

/** Takes the message and returns it, as often as the broker delivers it. @returns how often that was, `most` at most */
async function returnUntilGone(queue: string, most: number): Promise<number> {
  for (let times = 0; times < most; times += 1) {
    const message = await delivered(queue);
    if (!message) return times;
    world.channel.nack(message, false, true);
  }
  return most;
}

/** What was returned is there again a moment later, or in the other queue. */
async function delivered(queue: string): Promise<GetMessage | null> {
  let message: GetMessage | null = null;
  await eventually(async () => {
    message = (await world.channel.get(queue)) || null;
    if (message === null && !(await deadLettered()))
      throw new Error(`${queue} has nothing, and nor do the dead letters`);
  });
  return message;
}

const deadLettered = async () => (await world.channel.checkQueue('dead-letters')).messageCount > 0;

describe('RabbitMQ 3.10 and 4 treat a queue of the hub alike', () => {
  it('D36: a command that is returned again and again is dead-lettered after 20 returns', async () => {
    await put(COMMANDS);
    expect(await returnUntilGone(COMMANDS, 100)).toBe(RETURNS + 1);
    const dead = await world.take('dead-letters');
    expect(dead?.properties.headers?.['x-first-death-reason']).toBe('delivery_limit');
  }, 60_000);

  it('D12: a failed message is kept however often it is returned: the default limit of RabbitMQ 4 does not apply', async () => {
    await put('dead-letters');
    expect(await returnUntilGone('dead-letters', 50)).toBe(50);
    await eventually(async () => expect(await world.take('dead-letters')).not.toBeNull());
  }, 60_000);

  it('every queue that is consumed states its type and its limit of deliveries', () => {
    const consumed = [...queueDeclarations(allQueues()), MOVING_QUEUE].filter(
      ({ arguments: declared }) => declared['x-message-ttl'] === undefined,
    );
    for (const { arguments: declared } of consumed)
      expect(declared).toMatchObject({ 'x-queue-type': 'quorum', 'x-delivery-limit': expect.any(Number) });
  });
});
