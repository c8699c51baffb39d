import { expect, it } from '@jest/globals';
import { calculationSteps } from './calculation-steps';

it('D24: each step has the decimals of its currency, and a fraction is exact too', () => {
  const steps = calculationSteps({
    currency: 'EUR',
    gross: '30',
    discountShare: '1',
    afterDiscount: '29',
    consumerVatRate: '0.25',
    consumerVat: '5.8',
    net: '23.2',
    splitRate: '0.7',
    payout: '16.24',
    injectionVatRate: '0.25',
    injectionVat: '4.06',
    exactUnitPrice: '203/30',
    unitPrice: '6.77',
    owed: '20.31',
    rounding: '0.004',
    shipping: { paid: '12.5', net: '10', share: '3.34' },
  });
  expect(steps).toEqual([
    'gross 30.00 - discount share 1.00 = 29.00',
    'less VAT 25 % (5.80) = net 23.20',
    'x split rate 0.7 = payout 16.24',
    '+ injection VAT 25 % (4.06)',
    'each 6.766667 (203/30), rounded 6.77 EUR',
    'owed 20.31 (rounding 0.004)',
    'shipping share 3.34 of 10.00 net (12.50 paid)',
  ]);
});
