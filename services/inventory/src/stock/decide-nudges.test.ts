import { describe, expect, it } from '@jest/globals';
import { decideNudges } from './decide-nudges';

const GTIN = '00000000000017';
const change = (overrides: Partial<Parameters<typeof decideNudges>[0][number]> = {}) => ({
  gtin: GTIN,
  rise: -1,
  correlation: 'C-1',
  ...overrides,
});
const recalculate = { payload: { gtin: GTIN }, correlation: 'C-1' };
const nudges = (changes: Parameters<typeof decideNudges>[0], freed: string[] = []) =>
  decideNudges(changes, new Set(freed));

describe('what follows a change of stock', () => {
  it('is one message for each article, however many events changed it', () => {
    expect(nudges([change(), change({ rise: 3, correlation: 'C-2' })])).toEqual([recalculate]);
  });

  it('D17: stock that a report frees of reservations arrives too', () => {
    expect(nudges([change({ rise: 0 })], [GTIN])).toEqual([recalculate]);
  });

  it('is nothing where the figure stayed, or the variant is not linked', () => {
    expect(nudges([change({ rise: 0 }), change({ gtin: null })])).toEqual([]);
  });
});
