import { expect, it } from '@jest/globals';
import { byVariant } from './by-variant';
import type { ListedLinkProposal } from './list-link-proposals';

const side = (size: string): ListedLinkProposal['a'] => ({
  shopId: 1,
  shop: 'alpine',
  shopName: 'Alpine',
  variantId: size,
  productId: 'shoe',
  title: 'Shoe',
  brand: 'Nordic',
  variantTitle: null,
  size,
  barcode: null,
  imageUrl: null,
});

const pair = (size: string, score: number): ListedLinkProposal => ({
  id: size,
  state: 'open',
  score,
  confidence: 'sure',
  evidence: {
    words: 1,
    oddWord: 0,
    distinct: 1,
    sizeUnsaid: 0,
    colours: 0,
    coloursUnsaid: 0,
    numbers: 0,
    numbersUnsaid: 0,
    sku: 0,
  },
  madeAt: new Date(0),
  decidedAt: null,
  decidedBy: null,
  agreedShop: null,
  a: side(size),
  b: side(size),
});

it('pairs of two products are sorted by score, and of equal ones by size', () => {
  const sorted = byVariant([pair('10', 0.9), pair('8', 0.5), pair('9', 0.9)]);
  expect(sorted.map(({ id }) => id)).toEqual(['9', '10', '8']);
});
