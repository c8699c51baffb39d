import { describe, expect, it } from '@jest/globals';
import { timeRange } from '../figures/time-range';
import { stockBySteps } from './stock-by-step';

const NOW = Date.parse('2026-11-22T18:20:00Z');
const RANGE = timeRange('24h', NOW);
const at = (hours: number, onHand: number, committed = 0) => ({
  at: new Date(NOW - hours * 3_600_000),
  onHand,
  committed,
});
const PRESENT = { onHand: 9, committed: 2 };
const free = (samples: Parameters<typeof stockBySteps>[0]) => stockBySteps(samples, PRESENT, RANGE).free;

describe('stock of a variant by step', () => {
  it('without records is known only for now', () => {
    expect(free([])).toEqual([...Array.from({ length: 23 }, () => null), 7]);
  });

  it('stays as recorded, from before the range on, until the next record', () => {
    const known = free([at(100, 50), at(30, 5, 1), at(3, 8, 8), at(2.9, 8)]);
    expect([known.slice(0, 20), known.slice(20)]).toEqual([
      Array.from({ length: 20 }, () => 4),
      [8, 8, 8, 7],
    ]);
  });

  it('is never negative, though more is promised than there is', () => {
    expect(stockBySteps([at(5, 1, 4)], { onHand: 0, committed: 3 }, RANGE)).toMatchObject({
      free: expect.not.arrayContaining([-3]),
      committed: expect.arrayContaining([4, 3]),
    });
  });
});
