import { describe, expect, it } from '@jest/globals';
import { decideNudges } from './decide-nudges';

const GTIN = '00000000000017';
const change = (overrides: Partial<Parameters<typeof decideNudges>[0][number]> = {}) => ({
  gtin: GTIN,
  rise: -1,
  linesWait: false,
  correlation: 'C-1',
  ...overrides,
});
const nudge = { payload: { gtin: GTIN }, correlation: 'C-1' };
const nudges = (changes: Parameters<typeof decideNudges>[0], freed: string[] = []) =>
  decideNudges(changes, new Set(freed));

describe('what follows a change of stock', () => {
  it('is one message for each article, however many events changed it', () => {
    expect(nudges([change(), change({ correlation: 'C-2' })])).toEqual({ serve: [], recalculate: [nudge] });
  });

  it('D16: waiting lines are served before arriving stock is published', () => {
    expect(nudges([change({ rise: 5, linesWait: true })])).toEqual({ serve: [nudge], recalculate: [] });
    expect(nudges([change({ linesWait: true })])).toEqual({ serve: [], recalculate: [nudge] });
  });

  it('D17: stock that a report frees of reservations arrives too', () => {
    const held = change({ rise: 0, linesWait: true });
    expect(nudges([held], [GTIN])).toEqual({ serve: [nudge], recalculate: [] });
  });

  it('is one message where a variant of the article rose and another fell', () => {
    const changes = [change({ linesWait: true }), change({ rise: 1, linesWait: true })];
    expect(nudges(changes)).toEqual({ serve: [nudge], recalculate: [] });
  });

  it('is nothing where the figure stayed, or the variant is not linked', () => {
    expect(nudges([change({ rise: 0 }), change({ gtin: null })])).toEqual({ serve: [], recalculate: [] });
  });
});
