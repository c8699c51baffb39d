import { describe, expect, it } from '@jest/globals';
import { decideFloor } from './outbox-floor';

describe('where the scan may begin', () => {
  const mark = { upTo: 100n, xid: 7n, atMs: 0 };

  it.each([
    ['a transaction of that time still runs', { oldestXid: 7n, lowestId: null }, 1_000, null],
    ['all have ended, nothing is there', { oldestXid: 8n, lowestId: null }, 1_000, 100n],
    ['all have ended, a row is left', { oldestXid: 8n, lowestId: 42n }, 1_000, 41n],
    ['all have ended, rows are newer', { oldestXid: 8n, lowestId: 101n }, 1_000, 100n],
    ['one writes for longer than it may', { oldestXid: 7n, lowestId: null }, 30_000, 100n],
  ])('%s', (_when, facts, nowMs, floor) => {
    expect(decideFloor(mark, facts, nowMs)).toBe(floor);
  });
});
