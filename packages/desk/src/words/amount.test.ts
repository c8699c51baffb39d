import { describe, expect, it } from '@jest/globals';
import { amount, money } from './amount';

describe('an amount', () => {
  it.each([
    ['0.00', '0.00'],
    ['999.50', '999.50'],
    ['1234567.50', '1 234 567.50'],
    ['-1234.5', '-1 234.5'],
    ['100000', '100 000'],
    ['12345.6789', '12 345.6789'],
  ])('%s is written %s: every digit of it, in groups', (text, written) => {
    expect(amount(text).replaceAll('\u00a0', ' ')).toBe(written);
  });

  it.each([
    ['1234.5', 'EUR', '1 234.50 EUR'],
    ['1234.00', 'JPY', '1 234 JPY'],
  ])('%s is written with the decimals and the code of its currency', (text, currency, written) => {
    expect(money(text, currency).replaceAll('\u00a0', ' ')).toBe(written);
  });
});
