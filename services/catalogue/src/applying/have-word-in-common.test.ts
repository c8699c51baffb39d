import { describe, expect, it } from '@jest/globals';
import { haveWordInCommon } from './have-word-in-common';

const listed = (brand: string, title: string, size: string, variantTitle: string | null = null) => ({
  brand,
  title,
  variantTitle,
  size,
});

describe('D14: a doubtful link has no word in common', () => {
  it.each([
    ['a brand', listed('Nordic', 'Coat', 'M'), listed('NORDIC', 'Jacke', 'L')],
    ['a title with a brand', listed('Nordic', 'Coat', 'M'), listed('Other', 'Nordic jacket', 'M')],
    ['accents aside', listed('Lumière', 'Coat', 'M'), listed('Lumiere', 'Manteau', 'M')],
    ['a size', listed('A', 'Coat', 'Medium'), listed('B', 'Jacke', 'medium')],
    ['a title of the variant', listed('A', 'X', 'M', 'Crimson'), listed('B', 'Crimson thing', 'L')],
    ['letters and figures together', listed('A', 'GTX400 lamp', 'M'), listed('B', 'gtx400', 'M')],
    ['another script', listed('А', 'Шапка', 'M'), listed('Б', 'шапка тёплая', 'M')],
  ])('%s is one', (_, one, other) => {
    expect(haveWordInCommon(one, other)).toBe(true);
  });

  it.each([
    [
      'nothing',
      listed('Own import', 'Red wine 0.75 l', '0.75 l'),
      listed('House brand', 'Wool socks', '39-42'),
    ],
    ['One size', listed('A', 'Hat', 'One size'), listed('B', 'Bag', 'One size')],
    ['One size in a title', listed('A', 'Hat, one size', 'M'), listed('B', 'Bag (One Size)', 'M')],
    ['numbers', listed('A', 'Hat 4000', '42'), listed('B', 'Bag 4000', '42')],
    ['words under three letters', listed('HM', 'Hat of XL', 'XL'), listed('HM', 'Bag of XL', 'XL')],
    ['figures with a unit', listed('A', 'Hat 500ml', 'M'), listed('B', 'Bag 500ml', 'M')],
  ])('%s is none', (_, one, other) => {
    expect(haveWordInCommon(one, other)).toBe(false);
  });
});
