import { resourceFromAttributes } from '@opentelemetry/resources';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { metrics } from '../metrics';
import type { SpanSource } from './ended-span';
import type { SpanFacts } from './span-facts';
import { SpanQueue, type Exporter } from './span-queue';

const SOURCE: SpanSource = {
  resource: resourceFromAttributes({}),
  instrumentationScope: { name: 'test' },
};
const DELAY_MS = 1_000;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A collector that answers when the test says so. */
class Collector implements Exporter {
  readonly batches: string[][] = [];
  private readonly open: Parameters<Exporter['export']>[1][] = [];
  isShutDown = false;

  export: Exporter['export'] = (spans, done) => {
    this.batches.push(spans.map(({ name }) => name));
    this.open.push(done);
  };

  answer(error?: Error): Promise<void> {
    this.open.shift()?.(error ? { error } : {});
    return turn();
  }

  async shutdown(): Promise<void> {
    this.isShutDown = true;
  }
}

const facts = (name: string): SpanFacts => ({
  name,
  kind: 'internal',
  correlation: 'c-1',
  startedAt: 1,
  endedAt: 2,
  attributes: {},
});

function aQueue(queueSize = 100) {
  const collector = new Collector();
  const queue = new SpanQueue(collector, SOURCE, { batchSize: 2, delayMs: DELAY_MS, queueSize });
  const add = (...names: string[]) => names.forEach((name) => queue.add(facts(name)));
  return { collector, queue, add };
}

/** Spans that were dropped since, by reason. */
async function droppedDuring(work: () => Promise<void>): Promise<Record<string, number>> {
  const read = async () => {
    const { values } = (await metrics.getSingleMetric('hub_trace_spans_dropped_total')?.get()) ?? {
      values: [],
    };
    return new Map(values.map(({ labels, value }) => [String(labels['reason']), value]));
  };
  const before = await read();
  await work();
  const since = [...(await read())].map(([reason, count]) => [reason, count - (before.get(reason) ?? 0)]);
  return Object.fromEntries(since.filter(([, count]) => count !== 0));
}

describe('ended work on its way to the collector', () => {
  it('goes at once where a batch is full, the rest after the delay', async () => {
    const { collector, add } = aQueue();
    add('a', 'b', 'c');
    expect(collector.batches).toEqual([['a', 'b']]);
    await collector.answer();
    jest.advanceTimersByTime(DELAY_MS - 1);
    expect(collector.batches).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(collector.batches).toEqual([['a', 'b'], ['c']]);
  });

  it('waits for the delay again where it came while a smaller batch was under way: batches stay few', async () => {
    const { collector, add } = aQueue();
    add('a');
    jest.advanceTimersByTime(DELAY_MS);
    add('b');
    await collector.answer();
    expect(collector.batches).toEqual([['a']]);
    jest.advanceTimersByTime(DELAY_MS);
    expect(collector.batches).toEqual([['a'], ['b']]);
  });

  it('goes after the delay, too, where that ends while a batch is under way', async () => {
    const { collector, add } = aQueue();
    add('a', 'b', 'c');
    jest.advanceTimersByTime(DELAY_MS);
    await collector.answer();
    jest.advanceTimersByTime(DELAY_MS);
    expect(collector.batches).toEqual([['a', 'b'], ['c']]);
  });

  it('goes one batch after the other, and no more of it waits than the queue holds', async () => {
    const { collector, add } = aQueue(4);
    const dropped = await droppedDuring(async () => {
      add('a', 'b', 'c', 'd', 'e');
      expect(collector.batches).toEqual([['a', 'b']]);
      await collector.answer();
      expect(collector.batches).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ]);
      await collector.answer();
      add('f', 'g');
      expect(collector.batches.at(-1)).toEqual(['f', 'g']);
    });
    expect(dropped).toEqual({ queue_full: 1 });
  });

  it('is counted where it is refused, and the next batch goes all the same', async () => {
    const { collector, add } = aQueue();
    const dropped = await droppedDuring(async () => {
      add('a', 'b', 'c', 'd');
      await collector.answer(new Error('400'));
      await collector.answer();
    });
    expect(dropped).toEqual({ export_failed: 2 });
    expect(collector.batches).toHaveLength(2);
  });

  it('goes before its process ends: what is under way, then what waits', async () => {
    const { collector, queue, add } = aQueue();
    add('a', 'b', 'c');
    const stopped = queue.stop();
    await turn();
    expect(collector.batches).toEqual([['a', 'b']]);
    await collector.answer();
    await collector.answer();
    await stopped;
    expect(collector.batches).toEqual([['a', 'b'], ['c']]);
    expect(collector.isShutDown).toBe(true);
  });
});
