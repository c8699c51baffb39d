import { describe, expect, it } from '@jest/globals';
import { mustWait } from './must-wait';

const unaccepted = { retirementAcceptedAt: null };

describe('a run that would retire more than half of more than 100 variants waits (D14)', () => {
  it.each([
    { active: 101, retired: 51, waits: true },
    { active: 101, retired: 50, waits: false },
    { active: 102, retired: 51, waits: false },
    { active: 102, retired: 52, waits: true },
    { active: 101, retired: 101, waits: true },
    { active: 100, retired: 100, waits: false },
    { active: 0, retired: 0, waits: false },
  ])('$retired of $active: $waits', ({ active, retired, waits }) => {
    expect(mustWait(unaccepted, { active, retired })).toBe(waits);
  });

  it('does not wait once the operator accepted it', () => {
    expect(mustWait({ retirementAcceptedAt: new Date() }, { active: 200, retired: 200 })).toBe(false);
  });
});
