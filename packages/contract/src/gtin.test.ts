import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isGtin, toGtin14 } from './gtin';

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
