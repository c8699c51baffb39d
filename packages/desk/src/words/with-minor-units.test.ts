import { describe, expect, it } from '@jest/globals';
import { withMinorUnits } from './with-minor-units';

describe('an amount in its currency', () => {
  it.each([
    ['100', 'EUR', '100.00'],
    ['65.8', 'SEK', '65.80'],
    ['65.80000', 'SEK', '65.80'],
    ['-0.5', 'EUR', '-0.50'],
    ['100', 'JPY', '100'],
    ['100.00', 'JPY', '100'],
    ['1.5', 'KWD', '1.500'],
    ['49.995', 'EUR', '49.995'],
  ])('%s %s is %s: the decimals of the currency, without losing a digit', (decimal, currency, written) => {
    expect(withMinorUnits(decimal, currency)).toBe(written);
  });
});
