import { describe, expect, it } from '@jest/globals';
import { decideFollowUps, type StockEffects } from './decide-follow-ups';

const GTIN = '00000000000017';
const V1 = { shopId: 1, variantId: 'V-1' };
const change = (overrides: Partial<StockEffects['variants'][number]> = {}) => ({
  ...V1,
  gtin: GTIN,
  delta: -1,
  correlation: 'C-1',
  ...overrides,
});
const freedOf = (pieces: number) => ({ ...V1, gtin: GTIN, pieces });
const worksOut = { payload: { gtin: GTIN }, correlation: 'C-1' };
const followUps = (effects: Partial<StockEffects>) =>
  decideFollowUps({ variants: [], freed: [], shownAbove: [], ...effects });

describe('what follows a change of stock (D16)', () => {
  it('is one message for each article, however many events changed it', () => {
    const other = change({ variantId: 'V-2', delta: 3, correlation: 'C-2' });
    expect(followUps({ variants: [change(), other] })).toEqual([worksOut]);
    expect(followUps({ variants: [{ ...other, correlation: 'C-1' }, change()] })).toEqual([worksOut]);
  });

  it('says how many pieces were taken, where none were added', () => {
    const falls = [change({ delta: -2 }), change({ variantId: 'V-2', delta: -3 })];
    expect(followUps({ variants: falls })).toEqual([{ ...worksOut, payload: { gtin: GTIN, fallen: 5 } }]);
  });

  it('D17: stock that a report frees of reservations counts as added', () => {
    expect(followUps({ variants: [change({ delta: 0 })], freed: [freedOf(1)] })).toEqual([worksOut]);
    expect(followUps({ variants: [change({ delta: -1 })], freed: [freedOf(3)] })).toEqual([worksOut]);
  });

  it('is nothing where as much is free as before, or the variant is not linked', () => {
    expect(followUps({ variants: [change({ delta: 0 }), change({ gtin: null })] })).toEqual([]);
    expect(followUps({ variants: [change({ delta: -2 })], freed: [freedOf(2)] })).toEqual([]);
  });

  it('a store that shows more than the target causes a recalculation: from there a smaller decrease counts', () => {
    expect(followUps({ shownAbove: [{ gtin: GTIN, correlation: 'C-1' }] })).toEqual([worksOut]);
  });
});
