import { describe, expect, it } from '@jest/globals';
import { formerDecisions } from './former-decisions';

const shipping = (decisionId: string, at: number) => ({ decisionId, createdAt: new Date(at) });

describe('D30: a decision is no longer kept', () => {
  it('if a shipping order names it and it is not stored', () => {
    expect(formerDecisions([{ id: 'kept' }], [shipping('kept', 1), shipping('gone', 2)])).toEqual([
      { id: 'gone', decidedAt: new Date(2) },
    ]);
  });

  it('once for all of its shipping orders, at the time of the first; the oldest decision first', () => {
    const orders = [shipping('second', 9), shipping('first', 5), shipping('first', 4), shipping('first', 6)];
    expect(formerDecisions([], orders)).toEqual([
      { id: 'first', decidedAt: new Date(4) },
      { id: 'second', decidedAt: new Date(9) },
    ]);
  });

  it('never of an order without shipping orders', () => {
    expect(formerDecisions([], [])).toEqual([]);
  });
});
