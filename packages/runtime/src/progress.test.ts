import { describe, expect, it } from '@jest/globals';
import { Progress } from './progress';

function aProgress() {
  const clock = { ms: 0 };
  return { clock, progress: new Progress(1_000, () => clock.ms) };
}

describe('D37: progress of work in flight', () => {
  it('nothing in flight is never stuck', () => {
    const { clock, progress } = aProgress();
    clock.ms = 1_000_000;
    expect(progress.stuck()).toBe(false);
  });

  it('work in flight is stuck once nothing has progressed for longer than any may take', () => {
    const { clock, progress } = aProgress();
    clock.ms = 500_000;
    progress.begin();
    clock.ms += 1_000;
    expect(progress.stuck()).toBe(false);
    clock.ms += 1;
    expect(progress.stuck()).toBe(true);
    progress.end();
    expect(progress.stuck()).toBe(false);
  });

  it('others that end count as progress', () => {
    const { clock, progress } = aProgress();
    progress.begin();
    progress.begin();
    clock.ms = 900;
    progress.end();
    clock.ms = 1_900;
    expect(progress.stuck()).toBe(false);
    clock.ms = 1_901;
    expect(progress.stuck()).toBe(true);
  });
});
