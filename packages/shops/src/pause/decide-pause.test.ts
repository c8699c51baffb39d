import { describe, expect, it } from '@jest/globals';
import { decidePause, PAUSE_FAULTS } from './decide-pause';

const NOW = new Date('2026-11-22T10:00:00Z');
const DAY_MS = 86_400_000;
const after = (ms: number) => decidePause(new Date(NOW.getTime() + ms), NOW);

describe('D38: a pause of shipping', () => {
  it('ends later than now, and 30 days ahead at most', () => {
    expect(after(1)).toBeNull();
    expect(after(30 * DAY_MS)).toBeNull();
  });

  it('not now, not before, and not later', () => {
    expect(after(0)).toBe('past');
    expect(after(-1)).toBe('past');
    expect(after(30 * DAY_MS + 1)).toBe('too_far');
  });

  it('each fault says what may be', () => {
    expect(PAUSE_FAULTS.past).toMatch(/future/);
    expect(PAUSE_FAULTS.too_far).toMatch(/at most 30 days/);
  });
});
