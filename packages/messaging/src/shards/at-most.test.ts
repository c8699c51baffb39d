import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { atMost } from './at-most';
import { shardPrefetch } from './consumers-of';

describe('at most so many at once', () => {
  it('the others wait in order, and one that fails frees its place', async () => {
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const work = atMost(2, async (item: number) => {
      begun.push(item);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (item === 1) throw new Error('it fails');
      return item * 10;
    });
    const results = [1, 2, 3, 4].map((item) => work(item).catch(() => -1));
    expect(begun).toEqual([1, 2]);
    ends[0]?.();
    await turn();
    expect(begun).toEqual([1, 2, 3]);
    ends[1]?.();
    ends[2]?.();
    await turn();
    ends[3]?.();
    expect(await Promise.all(results)).toEqual([-1, 20, 30, 40]);
    const again = work(5);
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    ends[4]?.();
    expect(await again).toBe(50);
  });
});

describe('what a copy fetches of one shard ahead', () => {
  it('is at least one, at most what it fetches of a queue, and of all shards together four times that', () => {
    expect(shardPrefetch(256, 2)).toBe(256);
    expect(shardPrefetch(256, 8)).toBe(128);
    expect(shardPrefetch(8, 64)).toBe(1);
    for (const prefetch of [1, 8, 64, 256])
      for (let shards = 2; shards <= 64; shards += 1) {
        const one = shardPrefetch(prefetch, shards);
        expect(one).toBeGreaterThanOrEqual(1);
        expect(one).toBeLessThanOrEqual(prefetch);
        expect(one * shards).toBeLessThan(4 * prefetch + shards);
      }
  });
});
