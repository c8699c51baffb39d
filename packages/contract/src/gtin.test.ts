import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isGtin, isRestrictedGtin, toGtin14 } from './gtin';

describe('GTIN, compared as GTIN-14 with its check digit verified (D14)', () => {
  it.each([
    ['GTIN-8', '96385074', '00000096385074'],
    ['GTIN-12', '036000291452', '00036000291452'],
    ['GTIN-13', '4006381333931', '04006381333931'],
    ['GTIN-13 of a GTIN-12', '0036000291452', '00036000291452'],
    ['GTIN-14', '10614141000415', '10614141000415'],
    ['check digit 0', '5901234123440', '05901234123440'],
  ])('takes a %s', (_, barcode, gtin14) => {
    expect(isGtin(barcode)).toBe(true);
    expect(toGtin14(barcode)).toBe(gtin14);
  });

  it.each([
    ['a wrong check digit', '4006381333932'],
    ['two digits swapped', '4006383133931'],
    ["a shop's own short number", '12345'],
    ['9 digits', '963850740'],
    ['11 digits', '03600029145'],
    ['15 digits', '104006381333931'],
    ['letters', '40063813339AB'],
    ['a leading apostrophe', "'4006381333931"],
    ['white space', '4006381333931 '],
    ['a line break', '4006381333931\n'],
    ['digits of another script', '٩٦٣٨٥٠٧٤'],
    ['a row of zeros, which stands for "none"', '0000000000000'],
    ['nothing', ''],
  ])('refuses %s', (_, barcode) => {
    expect(isGtin(barcode)).toBe(false);
    expect(toGtin14(barcode)).toBeNull();
  });

  it('takes exactly one check digit for any article number', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));
    fc.assert(
      fc.property(fc.oneof(digits(7), digits(11), digits(12), digits(13)), (body) => {
        const valid = Array.from('0123456789').filter((check) => isGtin(body + check));
        expect(valid).toHaveLength(1);
      }),
    );
  });
});

describe('restricted numbers (D14)', () => {
  /** Appends the check digit. */
  const numbered = (body: string) =>
    Array.from('0123456789')
      .map((check) => body + check)
      .find((barcode) => isGtin(barcode)) ?? '';
  const ofPrefix = (prefix: string) => numbered(prefix.padEnd(12, '1'));

  it.each([
    ...['02', '04', '05', '20', '21', '25', '28', '29', '977', '98', '99'].map((prefix) => ofPrefix(prefix)),
    '2000000000015',
    ...['2', '4', '5'].map((system) => numbered(`${system}1234567890`)),
    `1${ofPrefix('20')}`.replace(/.$/, '').replace(/^(.*)$/, (body) => numbered(body)),
    ...['0123456', '2123456'].map((body) => numbered(body)),
    numbered('2123456').padStart(12, '0'),
    numbered('0123456').padStart(13, '0'),
    numbered('2123456').padStart(14, '0'),
  ])('%s is one', (barcode) => {
    expect(isRestrictedGtin(toGtin14(barcode) ?? '')).toBe(true);
  });

  it.each([
    ...['00', '01', '03', '06', '10', '19', '30', '400', '730', '952', '976', '978', '979'].map((prefix) =>
      ofPrefix(prefix),
    ),
    '036000291452',
    ...['1234567', '3123456', '9638507'].map((body) => numbered(body)),
    numbered('9638507').padStart(14, '0'),
    '10614141000415',
    '00036000291452',
  ])('%s is none', (barcode) => {
    expect(isRestrictedGtin(toGtin14(barcode) ?? '')).toBe(false);
  });
});
