import { describe, expect, it } from '@jest/globals';
import { stakesOf } from './stakes';

const paid = (amount: string | null, currency: string | null) => ({ amount, currency });

describe('what is at stake in a case', () => {
  it('is the exact sum of each currency, with its own decimals, grouped', () => {
    const risks = [paid('0.10', 'EUR'), paid('49999.90', 'EUR'), paid('12000', 'JPY'), paid('0.20', 'EUR')];
    expect(stakesOf(risks)).toEqual(['50\u00a0000.20\u00a0EUR', '12\u00a0000\u00a0JPY']);
  });

  it('leaves out what is not known', () => {
    expect(stakesOf([paid(null, 'EUR'), paid('1', null)])).toEqual([]);
  });
});
