import { describe, expect, it } from '@jest/globals';
import { linkOfBarcode } from './link-of-barcode';

describe('products are linked by barcode (D14)', () => {
  it.each([
    ['4006381333931', '04006381333931'],
    ['04006381333931', '04006381333931'],
    ['036000291452', '00036000291452'],
    ['96385074', '00000096385074'],
  ])('a GTIN of any length is compared as GTIN-14: %s', (barcode, gtin) => {
    expect(linkOfBarcode(barcode)).toEqual({ gtin, linkProblem: null });
  });

  it.each([['4006381333932'], ['1234'], ['400638133393X'], [' 4006381333931']])(
    'a wrong check digit or form links to nothing: %s',
    (barcode) => {
      expect(linkOfBarcode(barcode)).toEqual({ gtin: null, linkProblem: 'invalid_barcode' });
    },
  );

  it.each(['2000000000015', '00000021234569', '0400000000015'])(
    'a restricted number links to nothing: %s',
    (barcode) => {
      expect(linkOfBarcode(barcode)).toEqual({ gtin: null, linkProblem: 'restricted_barcode' });
    },
  );

  it('no barcode links to nothing', () => {
    expect(linkOfBarcode(undefined)).toEqual({ gtin: null, linkProblem: 'missing_barcode' });
  });
});
