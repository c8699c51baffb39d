import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@hub/contract';
import { exact, exactText, minorUnitsText, readExact, roundHalfUp } from './exact';
import { fitsTheWire } from './price-lines';
import { StoredCalculation } from './stored-calculation';

describe('an amount is read as a plain decimal (D24)', () => {
  it.each([
    ['0', '0'],
    ['12.50', '12.5'],
    ['-12.5', '-12.5'],
    ['00120', '120'],
    ['0.000001', '0.000001'],
  ])('%s is %s', (text, value) => {
    expect(exactText(exact(text))).toBe(value);
  });

  it.each(['', '1.', '.5', '1e3', ' 1', '1 ', 'x1', '+1', '--1', '1/3', '1,5', '1.2.3', "0.'3'"])(
    '%j is none',
    (text) => {
      expect(() => exact(text)).toThrow('not a plain decimal');
    },
  );
});

describe('an exact value is written in full', () => {
  it.each([
    ['1/4', '0.25'],
    ['1/5', '0.2'],
    ['-3/40', '-0.075'],
    ['1/3', '1/3'],
    ['-2/6', '-1/3'],
    ['7/1250', '0.0056'],
  ])('%s as %s, which reads the same', (text, written) => {
    const value = readExact(text);
    expect(exactText(value)).toBe(written);
    expect(readExact(written).equals(value)).toBe(true);
  });
});

describe('rounding half up, at the very end (D24)', () => {
  it.each([
    ['0.5', 0, '1'],
    ['0.4999', 0, '0'],
    ['2.345', 2, '2.35'],
    ['0.005', 2, '0.01'],
    ['0.0049', 2, '0.00'],
  ])('%s to %d decimals is %s', (text, digits, rounded) => {
    expect(roundHalfUp(exact(text), digits)).toBe(rounded);
  });

  it.each([
    [677n, 2, '6.77'],
    [7n, 2, '0.07'],
    [7n, 0, '7'],
    [0n, 3, '0.000'],
  ])('%d minor units with %d decimals are %s', (units, digits, text) => {
    expect(minorUnitsText(units, digits)).toBe(text);
  });
});

describe('an amount goes over the wire only if a JSON number holds it whole (D24)', () => {
  const most = '9'.repeat(LIMITS.amountDigits);

  it.each([
    [most, true],
    [`${most.slice(2)}.99`, true],
    [`${most}9`, false],
    [`${most.slice(1)}.99`, false],
  ])('%s: %s', (amount, fits) => {
    expect(fitsTheWire(amount)).toBe(fits);
  });
});

describe('a stored calculation is read whole', () => {
  const stored = {
    currency: 'EUR',
    gross: '30',
    discountShare: '1',
    afterDiscount: '29',
    consumerVatRate: '0.25',
    consumerVat: '5.8',
    net: '23.2',
    splitRate: '0.7',
    payout: '16.24',
    injectionVatRate: null,
    injectionVat: '0',
    exactUnitPrice: '203/30',
    unitPrice: '6.77',
    owed: '20.31',
    rounding: '0.01',
    shipping: { paid: '49', net: '39.2', share: '19.7' },
  };

  it('with every amount that was written', () => {
    expect(StoredCalculation.parse(stored)).toEqual(stored);
  });

  it.each([...Object.keys(stored), 'shipping.paid', 'shipping.net', 'shipping.share'])(
    'not without %s',
    (path) => {
      const [field = '', part] = path.split('.');
      const { shipping } = stored;
      const rest = part
        ? { ...stored, shipping: { ...shipping, [part]: undefined } }
        : { ...stored, [field]: undefined };
      expect(StoredCalculation.safeParse(rest).success).toBe(false);
    },
  );
});
