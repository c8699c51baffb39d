import { describe, expect, it } from '@jest/globals';
import { featuresOf, type Listing } from '@hub/matching';
import { askedKeys, keysOf } from './listing-keys';

const listing = (given: Partial<Listing>) =>
  featuresOf({ title: 'Tunnel Tent', brand: '', variantTitle: null, size: '', sku: null, ...given });
const finds = (asked: Partial<Listing>, there: Partial<Listing>) => {
  const keys = new Set(keysOf([listing(there)]));
  return askedKeys([listing(asked)], new Map()).some((key) => keys.has(key));
};

describe('the keys that find products', () => {
  it.each<[string, Partial<Listing>, Partial<Listing>]>([
    ['a word and the brand', { brand: 'Fjellheim' }, { brand: 'Fjellheim' }],
    ['a word and a brand with another spelling', { brand: 'Fjell Heim AS' }, { brand: 'Fjellheim' }],
    ['a word, where the listed one names no brand', { brand: 'Fjellheim' }, {}],
    ['a word, where the searched one names none', {}, { brand: 'Fjellheim' }],
    ['the sku', { title: 'Tent', sku: 'FJ-8823' }, { title: 'Telt', sku: 'fj8823', brand: 'Fjellheim' }],
  ])('are %s', (_, asked, there) => {
    expect(finds(asked, there)).toBe(true);
  });

  it('are not words of another brand', () => {
    expect(finds({ brand: 'Fjellheim' }, { brand: 'Nordic' })).toBe(false);
  });

  it('are only the four rarest words, so that the work is bounded', () => {
    const counts = new Map([
      ['common', 9],
      ['usual', 8],
    ]);
    const asked = askedKeys([listing({ title: 'common usual storfjell expedition tunnel dome' })], counts);
    expect(asked.toSorted()).toEqual(['*.dome', '*.expedition', '*.storfjell', '*.tunnel']);
  });
});
