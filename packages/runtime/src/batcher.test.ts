import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher';

const [NO_WAIT, LONG_MS, ENDLESS_MS] = [0, 1_000, 3_600_000];

function batching(maxBatch: number, everyMs: number) {
  const batches: string[][] = [];
  const work = async (items: string[]) => {
    batches.push(items);
    await nextTurn();
    return items;
  };
  return { batches, batcher: new Batcher(maxBatch, work, everyMs) };
}

describe('batches', () => {
  it('take what arrived during another, as many as fit', async () => {
    const { batches, batcher } = batching(2, NO_WAIT);
    const first = batcher.add('a');
    await nextTurn();
    await Promise.all([first, ...['b', 'c', 'd'].map((item) => batcher.add(item))]);
    expect(batches).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('held apart: the first goes at once, the next ones are gathered', async () => {
    const { batches, batcher } = batching(10, LONG_MS);
    await batcher.add('a');
    const second = batcher.add('b');
    await nextTurn();
    await Promise.all([second, batcher.add('c')]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('held apart: a full one does not wait', async () => {
    const { batches, batcher } = batching(2, ENDLESS_MS);
    await batcher.add('a');
    await Promise.all([batcher.add('b'), batcher.add('c')]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('fail together, and the next is tried', async () => {
    const faults = [new Error('the first')];
    const batcher = new Batcher<string, string>(10, async (items) => {
      const fault = faults.shift();
      if (fault) throw fault;
      return items;
    });
    await expect(batcher.add('a')).rejects.toThrow('the first');
    await expect(batcher.add('b')).resolves.toBe('b');
  });
});
