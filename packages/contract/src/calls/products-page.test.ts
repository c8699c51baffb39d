import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../limits';
import { productsPageFaults } from './products-page-faults';

const variant = {
  variant_id: 'v-1',
  size: 'One size',
  inventory: [
    { location_id: '1001', quantity: 3 },
    { location_id: '9000', quantity: 0 },
  ],
};

const product = {
  product_id: 'p-1',
  title: 'Sock',
  brand: 'Nordic',
  images: [{ url: 'https://cdn.shop.example/sock.jpg' }],
  variants: [variant],
};

const page = { products: [product], next_cursor: 'c-2' };

function faultsOf(body: unknown) {
  const read = productsPageFaults(body);
  return 'faults' in read ? read.faults : [];
}

const faultsOfProduct = (change: object) => faultsOf({ ...page, products: [{ ...product, ...change }] });
const faultsOfVariant = (change: object) => faultsOfProduct({ variants: [{ ...variant, ...change }] });

describe('GET /products (D14): a page that validates', () => {
  it('with only the required fields, extra fields left out', () => {
    expect(productsPageFaults({ ...page, total: 1, products: [{ ...product, vendor: 'x' }] })).toEqual({
      page,
    });
  });

  it('with every field', () => {
    const full = {
      products: [
        {
          ...product,
          description: 'Warm',
          images: [{ url: 'https://cdn.shop.example/sock.jpg', alt: 'A sock' }],
          variants: [{ ...variant, title: 'Blue', sku: 'S-1', barcode: '4006381333931' }],
        },
      ],
      next_cursor: null,
    };
    expect(productsPageFaults(full)).toEqual({ page: full });
  });

  it('with null or blank for what is optional', () => {
    const read = productsPageFaults({
      ...page,
      products: [
        {
          ...product,
          description: null,
          images: [{ ...product.images[0], alt: null }],
          variants: [{ ...variant, title: null, sku: '', barcode: null }],
        },
      ],
    });
    expect(read).toEqual({ page });
  });

  it('without products, as the last page of an exact multiple', () => {
    expect(faultsOf({ products: [], next_cursor: null })).toEqual([]);
  });
});

describe('GET /products (D14): every fault is named, with the ids of its product and variant', () => {
  it.each([
    ['products', { ...page, products: undefined }],
    ['products', { ...page, products: {} }],
    ['products[1]', { ...page, products: [product, 'p-2'] }],
    ['next_cursor', { products: [] }],
    ['next_cursor', { products: [], next_cursor: 2 }],
    ['next_cursor', { products: [], next_cursor: '' }],
    ['body', 'Bad Gateway'],
    ['body', undefined],
  ])('%s', (field, body) => {
    expect(faultsOf(body)).toEqual([{ field, message: expect.any(String) }]);
  });

  it.each([
    ['title', { title: null }],
    ['brand', { brand: '' }],
    ['brand', { brand: undefined }],
    ['description', { description: '\0' }],
    ['images', { images: [] }],
    ['images', { images: null }],
    ['images[0].url', { images: [{ url: 'http://cdn.shop.example/sock.jpg' }] }],
    ['images[0].url', { images: [{ url: 'https://10.0.0.1/sock.jpg' }] }],
    ['images[1].url', { images: [...product.images, { alt: 'x' }] }],
    ['variants', { variants: [] }],
  ])('products[0].%s', (field, change) => {
    expect(faultsOfProduct(change)).toEqual([
      { field: `products[0].${field}`, message: expect.any(String), productId: 'p-1' },
    ]);
  });

  it.each([
    ['size', { size: undefined }],
    ['size', { size: ' ' }],
    ['sku', { sku: 5 }],
    ['barcode', { barcode: 4_006_381_333_931 }],
    ['inventory', { inventory: null }],
    ['inventory[0].location_id', { inventory: [{ location_id: 'main', quantity: 1 }] }],
    ['inventory[0].quantity', { inventory: [{ location_id: '1', quantity: -2_147_483_649 }] }],
    ['inventory[1].location_id', { inventory: [variant.inventory[0], variant.inventory[0]] }],
  ])('products[0].variants[0].%s', (field, change) => {
    expect(faultsOfVariant(change)).toEqual([
      {
        field: `products[0].variants[0].${field}`,
        message: expect.any(String),
        productId: 'p-1',
        variantId: 'v-1',
      },
    ]);
  });

  it.each([
    ['title', { title: '𝒯'.repeat(1_001) }, 'must hold at most 1000 characters'],
    ['brand', { brand: 'B'.repeat(256) }, 'must hold at most 255 characters'],
    [
      'images[0].url',
      { images: [{ url: `https://cdn.shop.example/${'s'.repeat(2_048)}` }] },
      'must hold at most 2048 characters',
    ],
  ])('products[0].%s of too many characters, once', (field, change, message) => {
    expect(faultsOfProduct(change)).toEqual([{ field: `products[0].${field}`, message, productId: 'p-1' }]);
  });

  it.each([
    ['title', { title: 'x'.repeat(1_001) }, 'must hold at most 1000 characters'],
    ['size', { size: 'x'.repeat(256) }, 'must hold at most 255 characters'],
    ['sku', { sku: 'x'.repeat(256) }, 'must hold at most 255 characters'],
  ])('products[0].variants[0].%s of too many characters', (field, change, message) => {
    expect(faultsOfVariant(change)).toEqual([
      { field: `products[0].variants[0].${field}`, message, productId: 'p-1', variantId: 'v-1' },
    ]);
  });

  it('no text that is as long as it may be, nor a description or a barcode of any length', () => {
    const title = '𝒯'.repeat(1_000);
    const longest = {
      ...variant,
      title,
      size: 's'.repeat(255),
      sku: 'k'.repeat(255),
      barcode: '1'.repeat(300),
    };
    expect(
      faultsOfProduct({
        title,
        brand: 'b'.repeat(255),
        description: 'd'.repeat(70_000),
        variants: [longest],
      }),
    ).toEqual([]);
  });

  it('all of them at once, in the order of the page', () => {
    const second = {
      ...product,
      product_id: 7,
      images: [],
      variants: [variant, { ...variant, variant_id: '', size: 4 }],
    };
    const faults = faultsOf({ next_cursor: 1, products: [{ ...product, brand: null }, second] });
    expect(faults).toEqual([
      { field: 'products[0].brand', message: 'is required', productId: 'p-1' },
      { field: 'products[1].product_id', message: 'must be a string' },
      { field: 'products[1].images', message: 'must hold at least one entry' },
      { field: 'products[1].variants[1].variant_id', message: 'must be 1 to 255 characters long' },
      { field: 'products[1].variants[1].size', message: 'must be a string' },
      { field: 'next_cursor', message: 'must be a string' },
    ]);
  });

  it('an image fault carries no variant', () => {
    const change = { images: [{ url: 'ftp://x' }], variants: [variant] };
    expect(faultsOfProduct(change)[0]).not.toHaveProperty('variantId');
  });

  it('a page of nothing but faults has a bounded list', () => {
    const images = Array.from({ length: LIMITS.maxEntries }, () => ({}));
    const products = Array.from({ length: 20 }, () => ({ images }));
    expect(faultsOf({ products, next_cursor: null })).toEqual([
      { field: 'products', message: 'must hold at most 330000 entries' },
    ]);
  });

  const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one);
  it.each([
    ['levels', times(1, { variants: times(16, { inventory: times(20_000, {}) }) })],
    [
      'levels of one location',
      times(1, { variants: times(16, { inventory: times(20_000, { location_id: '1', quantity: 1 }) }) }),
    ],
    ['variants', times(16, { variants: times(20_000, {}) })],
    ['images', times(16, { images: times(20_000, { url: 'x' }) })],
    ['products', times(20_000, { variants: times(15, {}) })],
  ])('a page of nothing but faulty %s names a bounded number of faults (D36)', (_, products) => {
    const faults = faultsOf({ products, next_cursor: null });
    expect(faults).toHaveLength(LIMITS.maxPageFaults + 1);
    expect(faults.at(-1)).toEqual({
      field: 'products',
      message: 'has more than 1000 faults: the others are not named',
    });
  });

  it('a product of many variants is read whole, and its faults at their places', () => {
    const variants = Array.from({ length: 5_000 }, (_, index) => ({ ...variant, variant_id: `v-${index}` }));
    const body = { ...page, products: [product, { ...product, variants }] };
    expect(productsPageFaults(body)).toEqual({ page: body });
    for (const at of [0, 4_321]) variants[at] = { ...variant, variant_id: `v-${at}`, size: ' ' };
    expect(faultsOf(body)).toEqual([
      expect.objectContaining({ field: 'products[1].variants[0].size', variantId: 'v-0' }),
      expect.objectContaining({ field: 'products[1].variants[4321].size', variantId: 'v-4321' }),
    ]);
  });
});
