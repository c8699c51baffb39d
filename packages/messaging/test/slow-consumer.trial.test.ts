import { eventually, PrivateBroker } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callingConsumer, COMMANDS, done } from '../src';
import { FrameWorld } from './frame-world';

const QUEUE = 'returns.return.register';
const LIMIT_MS = 2_000;

let own: { broker: PrivateBroker; url: string };
let world: FrameWorld;
beforeAll(async () => {
  const started = await PrivateBroker.start();
  if (!started) throw new Error('this machine has no RabbitMQ of its own, whose limits a test may lower');
  own = started;
  // Both are read when a channel is opened. The usual limit is 30 minutes, looked at every minute.
  const lower = ['consumer_timeout', 'channel_tick_interval'].map(
    (name) => `application:set_env(rabbit, ${name}, ${name === 'consumer_timeout' ? LIMIT_MS : 500})`,
  );
  await own.broker.control('eval', `${lower.join(', ')}.`);
}, 120_000);
afterAll(() => own?.broker.close(), 60_000);
beforeEach(async () => {
  world = await FrameWorld.open(own.url);
}, 60_000);
afterEach(() => world.close(), 60_000);

describe('a message that is handled for longer than the broker waits (`consumer_timeout`)', () => {
  it('is delivered again on a new connection, and acknowledged there: the worker goes on', async () => {
    let deliveries = 0;
    let endFirst: () => void = () => {};
    const first = new Promise<void>((resolve) => (endFirst = resolve));
    await world.startWorker(() => ({
      consumers: [
        callingConsumer(COMMANDS.registerReturn, async () => {
          deliveries += 1;
          if (deliveries === 1) await first;
          return done('it is registered');
        }),
      ],
    }));
    world.channel.sendToQueue(
      QUEUE,
      Buffer.from(JSON.stringify({ returnId: '00000000-0000-4000-8000-000000000001' })),
      { persistent: true, messageId: '10000000-0000-4000-8000-000000000001' },
    );

    await eventually(() => expect(deliveries).toBe(2), { timeoutMs: 30_000 });
    endFirst();
    await world.becomes(QUEUE, true);
    await world.stopWorkers();

    expect((await world.channel.checkQueue(QUEUE)).messageCount).toBe(0);
    expect((await world.channel.checkQueue('dead-letters')).messageCount).toBe(0);
    expect(deliveries).toBe(2);
  }, 60_000);
});
