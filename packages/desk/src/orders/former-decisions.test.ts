import { describe, expect, it } from '@jest/globals';
import { formerDecisions } from './former-decisions';

const ORDER = {
  id: 'order',
  state: 'accepted',
  heldReason: null,
  receivedAt: new Date(1),
  blankedAt: new Date(3),
  lines: [{ state: 'unfulfillable' }, { state: 'own' }],
} as const;

const shipping = (decisionId: string, at: number) => ({ decisionId, createdAt: new Date(at) });

describe('D30: a decision is no longer kept', () => {
  it('if a shipping order names it and it is not stored', () => {
    expect(formerDecisions(ORDER, [{ id: 'kept' }], [shipping('kept', 1), shipping('gone', 2)])).toEqual([
      { id: 'gone', decidedAt: new Date(2), hasChosen: true },
    ]);
  });

  it('once for all of its shipping orders, at the time of the first; the oldest decision first', () => {
    const orders = [shipping('second', 9), shipping('first', 5), shipping('first', 4), shipping('first', 6)];
    expect(formerDecisions(ORDER, [], orders)).toEqual([
      { id: 'first', decidedAt: new Date(4), hasChosen: true },
      { id: 'second', decidedAt: new Date(9), hasChosen: true },
    ]);
  });

  it('if a blanked order has neither a decision nor a shipping order: it was decided when it came', () => {
    expect(formerDecisions(ORDER, [], [])).toEqual([
      { id: 'order', decidedAt: new Date(1), hasChosen: false },
    ]);
    expect(formerDecisions({ ...ORDER, heldReason: 'old_order' }, [], [])).toHaveLength(1);
  });

  it.each([
    ['is not blanked: its decision may be about to be made', { blankedAt: null }],
    ['was held to its end', { state: 'held', heldReason: 'old_order' }],
    ['was cancelled before it came', { state: 'stopped', heldReason: 'cancelled_before' }],
    ['has no line for the network', { lines: [{ state: 'own' }] }],
  ] as const)('never of an order that %s', (_title, facts) => {
    expect(formerDecisions({ ...ORDER, ...facts }, [], [])).toEqual([]);
  });
});
