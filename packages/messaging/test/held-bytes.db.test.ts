import { createLogger } from '@hub/runtime';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allQueues, Broker } from '../src';
import { Consumer } from '../src/broker/consumer';
import { declareTopology } from '../src/topology';
import { done } from '../src/settlement';
import { FrameWorld, stopAll } from './frame-world';

const QUEUE = 'inventory.inventory.updated';
const LARGEST = 512 * 1_024;
const HELD_AT_MOST = 64;
const SENT = 200;

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
  await declareTopology(world.channel, allQueues());
}, 60_000);
afterEach(() => world.close(), 60_000);

describe('D36: messages as large as an event may be', () => {
  it('are held up to 32 MiB by a process, whatever the number it fetches, and all are handled', async () => {
    const channel = await world.confirmChannel();
    for (let index = 0; index < SENT; index += 1)
      channel.sendToQueue(QUEUE, Buffer.alloc(LARGEST), { persistent: true, messageId: `message ${index}` });
    await channel.waitForConfirms();
    const logger = createLogger({ service: 'test', level: 'error' });
    const broker = new Broker({
      config: { AMQP_URL: world.amqpUrl },
      name: 'test',
      queues: allQueues(),
      logger,
    });
    const handled: string[] = [];
    let [inFlight, most] = [0, 0];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const consumer = new Consumer(
      broker,
      {
        queue: QUEUE,
        prefetch: 256,
        async handle({ messageId }) {
          most = Math.max(most, (inFlight += 1));
          await released;
          inFlight -= 1;
          handled.push(messageId);
          return done('it is counted');
        },
      },
      logger,
    );
    broker.register(consumer);
    try {
      await broker.start();
      // What is beyond the bound is in the queue again, for another copy to take.
      await eventually(async () => {
        const { messageCount } = await world.channel.checkQueue(QUEUE);
        expect([inFlight, messageCount]).toEqual([HELD_AT_MOST, SENT - HELD_AT_MOST]);
      });
      release();
      await eventually(() => expect(new Set(handled).size).toBe(SENT), { timeoutMs: 60_000, everyMs: 100 });
    } finally {
      release();
      await stopAll([broker, consumer]);
    }
    expect(handled).toHaveLength(SENT);
    expect(most).toBeLessThanOrEqual(HELD_AT_MOST);
    expect(await world.channel.checkQueue(QUEUE)).toMatchObject({ messageCount: 0 });
  }, 120_000);
});
