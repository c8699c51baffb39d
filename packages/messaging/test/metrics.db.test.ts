import { metrics } from '@hub/runtime';
import { eventually } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandConsumer, commandQueue, COMMANDS, done, enqueue, QueueDepths } from '../src';
import { inTransaction } from '@hub/database';
import { FrameWorld } from './frame-world';

/** The metrics of a worker's messages, sweeps and connections. */

const QUEUE = commandQueue(COMMANDS.recalculateArticle).name;
let world: FrameWorld;
beforeAll(async () => {
  world = await FrameWorld.open();
}, 60_000);
beforeEach(() => metrics.resetMetrics());
afterEach(() => world.stopWorkers());
afterAll(() => world.close());

const lines = async () => (await metrics.metrics()).split('\n');
const send = () =>
  inTransaction(world.db, (tx) =>
    enqueue(tx, COMMANDS.recalculateArticle, { payload: { gtin: '04006381333931' }, correlation: 'C-1' }),
  );

describe('the metrics of a worker', () => {
  it('show how many messages wait in a queue, and for how long one waited', async () => {
    const depths = (consumes: boolean) =>
      world.startWorker(({ broker, logger }) => {
        const part = new QueueDepths([QUEUE], { everyMs: 50, logger });
        broker.register(part);
        const consumer = commandConsumer(COMMANDS.recalculateArticle, async () => done('it is seen'));
        return { consumers: consumes ? [consumer] : [], parts: [part] };
      });
    await depths(false);
    await send();
    await eventually(async () => expect(await lines()).toContain(`hub_queue_messages{queue="${QUEUE}"} 1`));
    expect(await lines()).toContain(`hub_queue_consumers{queue="${QUEUE}"} 0`);

    await world.stopWorkers();
    await depths(true);
    await eventually(async () => expect(await lines()).toContain(`hub_queue_messages{queue="${QUEUE}"} 0`));
    await eventually(async () =>
      expect(await lines()).toContain(`hub_message_wait_seconds_count{queue="${QUEUE}"} 1`),
    );
  });

  it('continue after a queue was missing for a moment, as while it is moved', async () => {
    const moved = 'test.moved';
    let missed = 0;
    await world.channel.assertQueue(moved);
    await world.startWorker(({ broker, logger }) => {
      const part = new QueueDepths([moved], {
        everyMs: 20,
        logger: { ...logger, warn: () => (missed += 1) },
      });
      broker.register(part);
      return { consumers: [], parts: [part] };
    });
    await eventually(async () => expect(await lines()).toContain(`hub_queue_messages{queue="${moved}"} 0`));
    await world.channel.deleteQueue(moved);
    await eventually(() => expect(missed).toBeGreaterThan(0));
    await world.channel.assertQueue(moved);
    world.channel.sendToQueue(moved, Buffer.from('{}'));
    await eventually(async () => expect(await lines()).toContain(`hub_queue_messages{queue="${moved}"} 1`));
    await world.channel.deleteQueue(moved);
  });

  it('show when a sweep last finished, and how often it failed', async () => {
    let fails = true;
    const run = async () => {
      if (!fails) return 0;
      fails = false;
      throw new Error('at first');
    };
    await world.startWorker(() => ({ consumers: [], sweeps: [{ name: 'a look', everyMs: 20, run }] }));
    await eventually(async () =>
      expect(await metrics.metrics()).toMatch(/hub_pass_last_success_seconds\{pass="a look"\} \d+/),
    );
    expect(await metrics.metrics()).toMatch(/hub_pass_duration_seconds\{pass="a look"\} [\d.e-]+/);
    expect(await lines()).toContain('hub_pass_failures_total{pass="a look"} 1');
    expect(await lines()).toContain('hub_pass_period_seconds{pass="a look"} 0.02');
  });

  it('show how the connections to the database are used', async () => {
    await world.startWorker(() => ({ consumers: [] }));
    await eventually(async () =>
      expect(await metrics.metrics()).toMatch(/hub_database_connections\{state="idle"\} [1-9]/),
    );
  });
});
