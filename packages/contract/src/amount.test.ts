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
    ['more than noise beside a figure', '0.3000000011', 'must have at most 6 decimals'],
    ['more than noise below 0', '-0.0000000011', 'must have at most 6 decimals'],
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

  it.each([
    ['1.1 * 3', 1.1 * 3, '3.3'],
    ['1 - 0.95', 1 - 0.95, '0.05'],
    ['0.1 + 0.2', 0.1 + 0.2, '0.3'],
    ['-0', -0, '0'],
    ['what is left of 0.3 - 0.1 - 0.2', 0.3 - 0.1 - 0.2, '0'],
    ['the smallest double', 5e-324, '0'],
    ['two steps beside a large figure', 123_456_789.12 + 2 * 2 ** -26, '123456789.12'],
    ['noise beside fifteen digits', 999_999_999.999_999 + 2 ** -23, '999999999.999999'],
  ])('D7: forgives binary noise: %s', (_, value, exact) => {
    expect(Amount.parse(value)).toBe(exact);
  });

  const anyFigure = fc.nat({ max: 1_000_000_000 }).map((millionths) => millionths / 1e6);
  const beside = (min: number, max: number) =>
    fc.tuple(fc.double({ min, max, noNaN: true }), fc.boolean()).map(([off, below]) => (below ? -off : off));

  it('D7: any number within 1e-9 of a figure of six decimals is that figure', () => {
    fc.assert(
      fc.property(anyFigure, beside(0, 0.99e-9), (figure, noise) => {
        expect(Amount.parse(figure + noise)).toBe(String(Number(figure.toFixed(6))));
      }),
    );
  });

  it('D7: any number farther than that from every figure is refused', () => {
    fc.assert(
      fc.property(anyFigure, beside(1.01e-9, 4.9e-7), (figure, off) => {
        expect(Amount.safeParse(figure + off).success).toBe(false);
      }),
    );
  });

  it('D7: sums, differences and products of prices, computed in doubles, are read as the exact amount', () => {
    const cents = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.nat({ max: 999 }), (a, b, times) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const exactly = (units: number) => String(Number((units / 100).toFixed(2)));
        expect(Amount.parse(a / 100 + b / 100)).toBe(exactly(a + b));
        expect(Amount.parse(high / 100 - low / 100)).toBe(exactly(high - low));
        expect(Amount.parse((a / 100) * times)).toBe(exactly(a * times));
      }),
    );
  });

  it('D7: for what the service itself sends no noise is forgiven', () => {
    expect(AmountNumber.safeParse(1.1 * 3).success).toBe(false);
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
