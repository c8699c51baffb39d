import { describe, expect, it } from '@jest/globals';
import { isRolledOut, rollingStep, type Copies } from './rolling-step';

const copiesOf = (count: number, available = count): Copies => ({ count, available });
const nothing = { start: 0, stopUnavailable: 0, stopAvailable: 0 };
/** As the manifests have it. */
const careful = { copies: 2, maxSurge: 1, maxUnavailable: 0 };

describe('the next step of a rollout that may have one copy more and none fewer', () => {
  it('is the first start of every copy', () => {
    const step = rollingStep({ ...careful, maxSurge: 0 }, { updated: copiesOf(0), outdated: copiesOf(0) });
    expect(step).toEqual({ ...nothing, start: 2 });
  });

  it('starts a copy of the new version before one of the old is stopped', () => {
    const step = rollingStep(careful, { updated: copiesOf(0), outdated: copiesOf(2) });
    expect(step).toEqual({ ...nothing, start: 1 });
  });

  it('waits until that copy is available', () => {
    const step = rollingStep(careful, { updated: copiesOf(1, 0), outdated: copiesOf(2) });
    expect(step).toEqual(nothing);
  });

  it('then stops one of the old version', () => {
    const step = rollingStep(careful, { updated: copiesOf(1), outdated: copiesOf(2) });
    expect(step).toEqual({ ...nothing, stopAvailable: 1 });
  });

  it('stops the last of the old version once every copy of the new one is available', () => {
    const step = rollingStep(careful, { updated: copiesOf(2), outdated: copiesOf(1) });
    expect(step).toEqual({ ...nothing, stopAvailable: 1 });
  });

  it('does nothing in the end', () => {
    const counts = { updated: copiesOf(2), outdated: copiesOf(0) };
    expect([rollingStep(careful, counts), isRolledOut(careful, counts)]).toEqual([nothing, true]);
  });

  it('is not at its end while a copy of the new version is not available', () => {
    expect(isRolledOut(careful, { updated: copiesOf(2, 1), outdated: copiesOf(0) })).toBe(false);
  });
});

describe('going back from a version that never gets ready', () => {
  it('stops only its copies, at once', () => {
    const step = rollingStep(careful, { updated: copiesOf(2), outdated: copiesOf(1, 0) });
    expect(step).toEqual({ ...nothing, stopUnavailable: 1 });
  });
});

describe('a rollout that may do without a copy', () => {
  it('stops one at once', () => {
    const strategy = { copies: 2, maxSurge: 0, maxUnavailable: 1 };
    const step = rollingStep(strategy, { updated: copiesOf(0), outdated: copiesOf(2) });
    expect(step).toEqual({ ...nothing, stopAvailable: 1 });
  });
});
