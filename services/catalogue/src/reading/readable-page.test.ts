import { describe, expect, it } from '@jest/globals';
import { readFaultyPage } from './readable-page';

describe('what can be read of a page that does not validate', () => {
  it('its ids, its stock and where it leads, each at its place', () => {
    const page = readFaultyPage({
      products: [
        'P-0',
        {
          product_id: 'P-1',
          brand: null,
          variants: [
            { variant_id: 7, inventory: [{ location_id: 'main', quantity: 1 }, null] },
            { variant_id: 'V-2', inventory: [{ location_id: '1001', quantity: -1.5 }] },
            { variant_id: 'V-3', inventory: 'none' },
          ],
        },
        { product_id: 'P-2', variants: {} },
      ],
      next_cursor: 'c2',
    });
    const nothing = { location_id: null, quantity: null };
    expect(page).toEqual({
      nextCursor: 'c2',
      valid: null,
      products: [
        { product_id: null, variants: [] },
        {
          product_id: 'P-1',
          variants: [
            { variant_id: null, inventory: [{ location_id: null, quantity: 1 }, nothing] },
            { variant_id: 'V-2', inventory: [{ location_id: '1001', quantity: null }] },
            { variant_id: 'V-3', inventory: [] },
          ],
        },
        { product_id: 'P-2', variants: [] },
      ],
    });
  });

  it.each([
    ['no JSON at all', undefined],
    ['a text', 'Bad Gateway'],
    ['no cursor', { products: [] }],
    ['a cursor that is none', { products: [], next_cursor: 2 }],
    ['a cursor that cannot be stored', { products: [], next_cursor: 'c\0' }],
    ['an empty cursor', { products: [], next_cursor: '' }],
  ])('reading ends at %s', (_, answer) => {
    expect(readFaultyPage(answer)).toEqual({ products: [], nextCursor: undefined, valid: null });
  });

  it('a last page stays the last', () => {
    expect(readFaultyPage({ products: [{}], next_cursor: null }).nextCursor).toBeNull();
  });
});
