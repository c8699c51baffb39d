import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Amount, AmountNumber } from './amount';

describe('Amount: a JSON number read exactly, through its shortest text (D7, D24)', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.0', '0'],
    ['12', '12'],
    ['12.50', '12.5'],
    ['1e2', '100'],
    ['0.1', '0.1'],
    ['0.000001', '0.000001'],
    ['1999.99', '1999.99'],
    ['999999999999999', '999999999999999'],
    ['123456789.123456', '123456789.123456'],
  ])('reads %s as %s', (json, exact) => {
    expect(Amount.parse(JSON.parse(json))).toBe(exact);
  });

  it.each([
    ['negative', '-0.01', 'must not be negative'],
    ['seven decimals', '1.1234567', 'must have at most 6 decimals'],
    ['a millionth of a tenth', '1e-7', 'must have at most 6 decimals'],
    ['the smallest double', '5e-324', 'must have at most 6 decimals'],
    ['a sum gone wrong in a double', '0.30000000000000004', 'must have at most 6 decimals'],
    ['sixteen digits', '1000000000000000', 'must have at most 15 digits'],
    ['sixteen digits across the point', '9999999999.123456', 'must have at most 15 digits'],
    ['an exponent', '1e21', 'must have at most 15 digits'],
  ])('refuses %s', (_, json, message) => {
    for (const schema of [Amount, AmountNumber]) {
      expect(schema.safeParse(JSON.parse(json)).error?.issues).toEqual([
        expect.objectContaining({ message }),
      ]);
    }
  });

  it.each([['"12.50"'], ['null'], ['true'], ['1e999'], ['[1]']])('refuses %s, which is no number', (json) => {
    expect(Amount.safeParse(JSON.parse(json)).success).toBe(false);
    expect(AmountNumber.safeParse(JSON.parse(json)).success).toBe(false);
  });

  it('loses nothing of any decimal with up to 15 digits, 6 of them after the point', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), fc.nat({ max: 999_999 }), (whole, millionths) => {
        const text = `${whole}.${String(millionths).padStart(6, '0')}`;
        const exact = text.replace(/\.?0+$/, '') === '' ? '0' : text.replace(/0+$/, '').replace(/\.$/, '');
        expect(Amount.parse(JSON.parse(text))).toBe(exact);
      }),
    );
  });

  it('goes back on the wire as the number it came from', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), fc.constantFrom(1, 10, 100, 1e6), (units, scale) => {
        const onTheWire = units / scale;
        expect(AmountNumber.parse(Number(Amount.parse(onTheWire)))).toBe(onTheWire);
      }),
    );
  });
});
