import { describe, expect, it } from '@jest/globals';
import { explainMoney } from './explain-money';

const CALCULATION = {
  gross: '129',
  discountShare: '12.9',
  consumerVatRate: '0.255',
  splitRate: '0.7',
  injectionVatRate: null,
  unitPrice: '64.76',
};

describe("a line's payout in one line", () => {
  it('names price, discount, VAT and split', () => {
    expect(explainMoney(CALCULATION, 'EUR')).toBe(
      '(129 price - 12.9 discount) without 25.5 % VAT x 70 % split = 64.76 EUR',
    );
  });

  it('names injection VAT if it applies', () => {
    expect(explainMoney({ ...CALCULATION, injectionVatRate: '0.25' }, 'EUR')).toContain(
      '+ 25 % injection VAT',
    );
  });
});
