import { exact } from '@hub/orders/money';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DecimalSum } from './decimal-sum';

const fraction = fc
  .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 1, max: 9_999 }))
  .map(([numerator, denominator]) => `${numerator}/${denominator}`);

describe('D24: totals of a settlement', () => {
  it('are decimals of a fixed number of places, however many fractions they sum', () => {
    const sum = new DecimalSum();
    for (let line = 1; line <= 3_200; line += 1) sum.add(`1/${10_000 + line}`);
    expect(sum.text(6)).toMatch(/^0\.\d{6}$/);
  });

  it('are the exact sum, to the printed places', () => {
    fc.assert(
      fc.property(fc.array(fraction, { maxLength: 20 }), (texts) => {
        const sum = texts.reduce((total, text) => total.add(text), new DecimalSum());
        const exactly = texts.reduce((total, text) => total.add(text), exact('0'));
        const off = exact(sum.text(6)).sub(exactly).abs();
        expect(off.compare(exact('0.0000005').add(exact('0.00000000001')))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it.each([
    ['0.005', 2, '0.01'],
    ['-0.005', 2, '-0.01'],
    ['-0.0000001', 6, '0.000000'],
    ['1234.5', 0, '1235'],
    ['203/30', 6, '6.766667'],
  ])('%s with %i places is %s', (text, places, written) => {
    expect(new DecimalSum().add(text).text(places)).toBe(written);
  });
});
