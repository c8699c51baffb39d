import { describe, expect, it } from '@jest/globals';
import { speedOf } from './run-labels';

const startedAt = new Date('2026-11-22T10:00:00Z');
const after = (minutes: number): number => startedAt.getTime() + minutes * 60_000;

describe('the speed of a bulk run', () => {
  it('is what it has done since its start, and how long the rest takes at that speed', () => {
    const speed = speedOf({ state: 'running', next: 2_400, size: 8_000, startedAt }, after(2));
    expect(speed?.replaceAll('\u00a0', ' ')).toBe('about 1 200 a minute, 5 min to go');
  });

  it.each([
    ['that has only begun', 'running', 1_000, 0.01],
    ['that waits for its first ones', 'running', 0, 5],
    ['that is paused', 'paused', 1_000, 5],
    ['that is over', 'finished', 8_000, 5],
  ] as const)('is not shown for a run %s', (_what, state, next, minutes) => {
    expect(speedOf({ state, next, size: 8_000, startedAt }, after(minutes))).toBeNull();
  });
});
