import type { CatalogueProduct } from '@hub/store-simulator';
import { describe, expect, it } from '@jest/globals';
import { chooseArticle } from './choose-article';

const FIRST = '0000012345670';
const SECOND = '9009518582030';

function aCatalogue(prefix: string, stock: Record<string, number>): CatalogueProduct[] {
  return Object.entries(stock).map(([barcode, quantity]) => ({
    product_id: `${prefix}-${barcode}`,
    title: 'Glove',
    brand: 'Burton',
    images: [],
    variants: [
      {
        variant_id: `${prefix}-${barcode}`,
        size: 'L',
        barcode,
        inventory: [{ location_id: '1001', quantity }],
      },
    ],
  }));
}

const shops = (near: Record<string, number>, far: Record<string, number>, seller: Record<string, number>) =>
  new Map([
    ['near', aCatalogue('n', near)],
    ['far', aCatalogue('f', far)],
    ['seller', aCatalogue('s', seller)],
  ]);

describe('the article of the demonstration', () => {
  it('is one that the selling shop lacks and every other shop has, with more at the far one', () => {
    const chosen = chooseArticle(
      shops({ [FIRST]: 9, [SECOND]: 4 }, { [FIRST]: 5, [SECOND]: 8 }, { [FIRST]: 0, [SECOND]: 0 }),
      'seller',
    );
    expect(chosen?.gtin).toBe(`0${SECOND}`);
    expect(chosen?.title).toBe('Glove, L');
    expect(chosen?.at.get('near')).toEqual({ variantId: `n-${SECOND}`, title: 'Glove, L', stock: 4 });
  });

  it('may be one of which the near shop has more, if there is no other', () => {
    expect(chooseArticle(shops({ [FIRST]: 9 }, { [FIRST]: 5 }, { [FIRST]: 0 }), 'seller')?.gtin).toBe(
      `0${FIRST}`,
    );
  });

  it('is none that the selling shop has, or of which another shop has hardly any', () => {
    expect(chooseArticle(shops({ [FIRST]: 9 }, { [FIRST]: 5 }, { [FIRST]: 1 }), 'seller')).toBeNull();
    expect(chooseArticle(shops({ [FIRST]: 2 }, { [FIRST]: 5 }, { [FIRST]: 0 }), 'seller')).toBeNull();
  });
});
