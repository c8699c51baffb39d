import { describe, expect, it } from '@jest/globals';
import { BATCH, decideBatch, type RunToAdvance } from './decide-batch';

const NOW = 1_000_000;
const NONE = { pending: 0, failed: 0 };
const aRun = (run: Partial<RunToAdvance> = {}): RunToAdvance => ({
  size: 1_200,
  next: 0,
  firstMany: null,
  perMinute: null,
  effects: null,
  ...run,
});

describe('a bulk run', () => {
  it('continues batch by batch, each due at once, to the end of its set', () => {
    expect(decideBatch(aRun(), NONE, NOW)).toEqual({ kind: 'batch', count: BATCH, nextDueAt: NOW });
    expect(decideBatch(aRun({ next: 1_000 }), NONE, NOW)).toMatchObject({ kind: 'batch', count: 200 });
    expect(decideBatch(aRun({ next: 1_200 }), NONE, NOW)).toEqual({ kind: 'finish' });
  });

  it.each([1, 7, 60, 500, 100_000])('with a limit of %i a minute keeps to it', (perMinute) => {
    const decision = decideBatch(aRun({ size: 1_000_000, perMinute }), NONE, NOW);
    if (decision.kind !== 'batch') throw new Error(decision.kind);
    expect(decision.count).toBeGreaterThan(0);
    expect((decision.count / (decision.nextDueAt - NOW)) * 60_000).toBeLessThanOrEqual(perMinute + 1e-6);
  });
});

describe('the size of a batch', () => {
  const batch = (run: Partial<RunToAdvance>) => decideBatch(aRun(run), NONE, NOW);

  it('is small, where a worker forecasts each message', () => {
    expect(batch({ effects: ['acts'] })).toEqual({ kind: 'batch', count: 20, nextDueAt: NOW });
  });

  it('is a twelfth of the limit of a minute, and due again five seconds later', () => {
    expect(batch({ perMinute: 120 })).toEqual({ kind: 'batch', count: 10, nextDueAt: NOW + 5_000 });
  });

  it('is one message with a low limit, due again when its minute allows', () => {
    expect(batch({ perMinute: 2 })).toEqual({ kind: 'batch', count: 1, nextDueAt: NOW + 30_000 });
  });

  it('is the rest of the trial messages, if some are decided', () => {
    expect(batch({ firstMany: 10, next: 4 })).toMatchObject({ count: 6 });
  });
});

describe('ten first, the rest if they succeed', () => {
  const tried = (next: number) => aRun({ firstMany: 10, next });

  it('the first batch is those ten', () => {
    expect(decideBatch(tried(0), NONE, NOW)).toMatchObject({ kind: 'batch', count: 10 });
  });

  it('waits while one of them is in progress', () => {
    expect(decideBatch(tried(10), { pending: 1, failed: 0 }, NOW)).toEqual({
      kind: 'wait',
      until: NOW + 1_000,
    });
  });

  it('does not wait before all of them are decided, nor if there are none', () => {
    const outcomes = { pending: 1, failed: 1 };
    expect(decideBatch(tried(9), outcomes, NOW)).toMatchObject({ kind: 'batch', count: 1 });
    expect(decideBatch(aRun({ next: 9 }), outcomes, NOW)).toMatchObject({ kind: 'batch' });
  });

  it('pauses if one of them failed, and continues if none did', () => {
    expect(decideBatch(tried(10), { pending: 0, failed: 1 }, NOW)).toEqual({ kind: 'pause' });
    expect(decideBatch(tried(10), NONE, NOW)).toMatchObject({ kind: 'batch', count: BATCH });
  });

  it('never pauses if they were the whole set', () => {
    expect(decideBatch(aRun({ size: 10, firstMany: 10, next: 10 }), { pending: 0, failed: 3 }, NOW)).toEqual({
      kind: 'finish',
    });
  });
});
