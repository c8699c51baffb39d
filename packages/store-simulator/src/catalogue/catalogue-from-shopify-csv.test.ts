import { describe, expect, it } from '@jest/globals';
import { productsPageFaults } from '@hub/contract';
import { catalogueFromShopifyCsv, type ShopifyCsvOptions } from './catalogue-from-shopify-csv';

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,' +
  'Variant SKU,Variant Inventory Qty,Variant Barcode,Image Src,Image Alt Text';

/** An export made for this test, in the platform's format. */
const CSV = [
  HEADER,
  `wool-sock,Wool Sock,"<p>Warm,\nand soft</p>",Tindra,Colour,Grey,SIZE,38/40,,,'0042,7,'9520000000005,https://images.example.com/sock-1.jpg,Grey sock`,
  `wool-sock,,,,,Grey,,41/43,,,'0043,0,'9520000000012,https://images.example.com/sock-2.jpg,`,
  `wool-sock,,,,,,,,,,,,,https://images.example.com/sock-3.jpg,`,
  `wool-sock,,,,,,,,,,,,,https://images.example.com/sock-1.jpg,`,
  `gift-card,Gift Card,,Tindra,Title,Default Title,,,,,,,,https://images.example.com/card.jpg,`,
  `no-image,Bare Shirt,,Ondine,Size,M,,,,,,1,,,`,
  `no-brand,Plain Cap,,,Colour,Red,,,,,,-1,,http://images.example.com/cap.jpg,`,
].join('\n');

const OPTIONS: ShopifyCsvOptions = { locations: ['1001', '1002'], hubLocationId: '9000' };

describe('a catalogue read from a Shopify product export', () => {
  const { products, leftOut } = catalogueFromShopifyCsv(CSV, OPTIONS);

  it('groups rows by handle, with the vendor as brand and every further image once', () => {
    expect(products.map(({ product_id }) => product_id)).toEqual([
      'wool-sock',
      'gift-card',
      'no-image',
      'no-brand',
    ]);
    expect(products[0]).toMatchObject({
      title: 'Wool Sock',
      brand: 'Tindra',
      description: '<p>Warm,\nand soft</p>',
      images: [
        { url: 'https://images.example.com/sock-1.jpg', alt: 'Grey sock' },
        { url: 'https://images.example.com/sock-2.jpg' },
        { url: 'https://images.example.com/sock-3.jpg' },
      ],
    });
  });

  it('makes a variant of each row with option values: size, sku and barcode without their apostrophe', () => {
    expect(products[0]?.variants).toEqual([
      {
        variant_id: 'wool-sock/Grey/38/40',
        title: 'Grey / 38/40',
        size: '38/40',
        sku: '0042',
        barcode: '9520000000005',
        inventory: [
          { location_id: '1001', quantity: 7 },
          { location_id: '1002', quantity: 0 },
          { location_id: '9000', quantity: 0 },
        ],
      },
      expect.objectContaining({ size: '41/43', sku: '0043' }),
    ]);
  });

  it('calls an article without a size exactly `One size`', () => {
    expect(products[1]?.variants).toMatchObject([
      { variant_id: 'gift-card/Default Title', size: 'One size' },
    ]);
    expect(products[1]?.variants[0]).not.toHaveProperty('title');
    expect(products[1]?.variants[0]).not.toHaveProperty('barcode');
  });

  it('gives the same ids when read again', () => {
    expect(catalogueFromShopifyCsv(CSV, OPTIONS).products).toEqual(products);
  });

  it('takes stock from the caller where given', () => {
    const read = catalogueFromShopifyCsv(CSV, {
      ...OPTIONS,
      stockOf: (row, locationId) => (row['Handle'] === 'wool-sock' && locationId === '1002' ? 9 : 1),
    });
    expect(read.products[0]?.variants[0]?.inventory).toEqual([
      { location_id: '1001', quantity: 1 },
      { location_id: '1002', quantity: 9 },
      { location_id: '9000', quantity: 0 },
    ]);
  });

  it('repairs nothing the contract refuses, so that the service reports it', () => {
    expect(leftOut).toEqual([]);
    expect(productsPageFaults({ products, next_cursor: null })).toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({ field: 'products[2].images', productId: 'no-image' }),
        expect.objectContaining({ field: 'products[3].brand', productId: 'no-brand' }),
        expect.objectContaining({ field: 'products[3].images[0].url' }),
      ]),
    });
  });

  it('leaves out what would be refused if asked to, and says why', () => {
    const read = catalogueFromShopifyCsv(CSV, { ...OPTIONS, onlyValid: true });
    expect(read.products.map(({ product_id }) => product_id)).toEqual(['wool-sock', 'gift-card']);
    expect(productsPageFaults({ products: read.products, next_cursor: null })).not.toHaveProperty('faults');
    expect(read.leftOut).toEqual([
      {
        productId: 'no-image',
        title: 'Bare Shirt',
        variants: 1,
        faults: [expect.stringMatching(/^images: /)],
      },
      {
        productId: 'no-brand',
        title: 'Plain Cap',
        variants: 1,
        faults: [expect.stringMatching(/^brand: /), expect.stringMatching(/^images\[0\]\.url: /)],
      },
    ]);
  });

  it('leaves out a repeated id, which no single page reveals', () => {
    const repeated = [
      HEADER,
      'cap,Cap,,Tindra,Size,M,,,,,,1,,https://images.example.com/cap.jpg,',
      'cap,,,,,M,,,,,,1,,,',
    ].join('\n');
    const read = catalogueFromShopifyCsv(repeated, { ...OPTIONS, onlyValid: true });
    expect(read.leftOut).toMatchObject([
      { productId: 'cap', faults: ['variants[1].variant_id: is repeated'] },
    ]);
  });

  it('throws on what is not CSV', () => {
    expect(() => catalogueFromShopifyCsv('Handle,Title\n"open', OPTIONS)).toThrow();
  });
});
