import { describe, expect, it } from '@jest/globals';
import { RANGES, stepOf, timeRange } from './time-range';

const NOW = Date.parse('2026-11-22T18:20:30Z');

describe('a time range', () => {
  it.each([
    ['24h', 'hour', 24, '2026-11-21T19:00:00.000Z', '2026-11-22T18:00:00.000Z'],
    ['7d', 'hour', 163, '2026-11-16T00:00:00.000Z', '2026-11-22T18:00:00.000Z'],
    ['30d', 'day', 30, '2026-10-24T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ] as const)('%s is in steps of a %s: %i of them', (name, step, count, first, last) => {
    const range = timeRange(name, NOW);
    const at = (ms: number | undefined) => new Date(ms ?? 0).toISOString();
    expect([range.step, range.steps.length, at(range.steps[0]), at(range.steps.at(-1))]).toEqual([
      step,
      count,
      first,
      last,
    ]);
  });

  it('has each moment in the step that contains it', () => {
    for (const name of RANGES) {
      const range = timeRange(name, NOW);
      expect(stepOf(range, NOW)).toBe(range.steps.length - 1);
      expect(stepOf(range, range.since)).toBe(0);
      expect(stepOf(range, range.since - 1)).toBe(-1);
    }
  });
});
