import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limitInFlight } from './limit-in-flight';

describe('a limit on work in flight', () => {
  it('lets so many run at once, the others in their turn, and a failed one gives its place up', async () => {
    const inTurn = limitInFlight(2);
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const work = (n: number) => async () => {
      started.push(n);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      if (n === 0) throw new Error('failed');
      return n;
    };
    const ended = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(work(n))));
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(ended.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
