import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from '@jest/globals';
import { metrics } from '../metrics';
import type { SpanSource } from './ended-span';
import type { SpanFacts } from './span-facts';
import { SpanQueue } from './span-queue';

const SOURCE: SpanSource = {
  resource: { attributes: {}, merge: (other) => other ?? SOURCE.resource, getRawAttributes: () => [] },
  instrumentationScope: { name: 'test' },
};

/** A red test ends, too. */
const PATIENCE_MS = 3_000;

/** A collector that answers when it is told to. */
class Collector {
  readonly batches: string[][] = [];
  private readonly open: ((result: { error?: Error }) => void)[] = [];
  isShutDown = false;

  export(spans: ReadableSpan[], told: (result: { error?: Error }) => void): void {
    this.batches.push(spans.map(({ name }) => name));
    this.open.push(told);
  }

  answer(error?: Error): Promise<void> {
    this.open.shift()?.(error ? { error } : {});
    return turn();
  }

  /** Waits until so many batches have come. */
  async has(batches: number): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (this.batches.length < batches && Date.now() < until) await turn();
  }

  async shutdown(): Promise<void> {
    this.isShutDown = true;
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const facts = (name: string): SpanFacts => ({
  name,
  kind: 'internal',
  correlation: 'c-1',
  startedAt: 1,
  endedAt: 2,
  attributes: {},
});

function aQueue(config: { batchSize?: number; delayMs?: number; queueSize?: number }) {
  const collector = new Collector();
  const queue = new SpanQueue(collector, SOURCE, {
    batchSize: 2,
    delayMs: 60_000,
    queueSize: 100,
    ...config,
  });
  const add = (...names: string[]) => names.forEach((name) => queue.add(facts(name)));
  const after = async (name: string) => {
    add(name);
    await collector.has(1);
  };
  return { collector, queue, add, after };
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
    const { collector, add } = aQueue({ delayMs: 10 });
    add('a', 'b', 'c');
    expect(collector.batches).toEqual([['a', 'b']]);
    await collector.answer();
    await collector.has(2);
    expect(collector.batches).toEqual([['a', 'b'], ['c']]);
  });

  it('goes after the delay, too, where that ends while a batch is under way', async () => {
    const { collector, add } = aQueue({ delayMs: 1 });
    add('a', 'b', 'c');
    // The delay of `c` ends after one that began later.
    await aQueue({ delayMs: 1 }).after('x');
    await collector.answer();
    await collector.has(2);
    expect(collector.batches).toEqual([['a', 'b'], ['c']]);
  });

  it('goes one batch after the other, and no more of it waits than the queue holds', async () => {
    const { collector, add } = aQueue({ queueSize: 4 });
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
    const { collector, add } = aQueue({});
    const dropped = await droppedDuring(async () => {
      add('a', 'b', 'c', 'd');
      await collector.answer(new Error('400'));
      await collector.answer();
    });
    expect(dropped).toEqual({ export_failed: 2 });
    expect(collector.batches).toHaveLength(2);
  });

  it('goes before its process ends: what is under way, then what waits', async () => {
    const { collector, queue, add } = aQueue({});
    add('a', 'b', 'c');
    const stopped = queue.stop();
    await collector.answer();
    await collector.answer();
    await stopped;
    expect(collector.batches).toEqual([['a', 'b'], ['c']]);
    expect(collector.isShutDown).toBe(true);
  });
});
