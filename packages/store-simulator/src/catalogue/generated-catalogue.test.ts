import { describe, expect, it } from '@jest/globals';
import { productsPageFaults, toGtin14 } from '@hub/contract';
import fc from 'fast-check';
import { generatedCatalogue, type GeneratedCatalogueOptions } from './generated-catalogue';

const OPTIONS: GeneratedCatalogueOptions = {
  products: 12,
  variantsPerProduct: 3,
  seed: 1,
  locations: ['1001', '1002'],
  hubLocationId: '9000',
  stock: { from: 2, to: 9 },
};

/** Every product of a catalogue, in order. */
function productsOf(options: GeneratedCatalogueOptions) {
  const catalogue = generatedCatalogue(options);
  return Array.from({ length: catalogue.productCount }, (_, position) => catalogue.productAt(position));
}

const variantsOf = (options: GeneratedCatalogueOptions) =>
  productsOf(options).flatMap((product) => product.variants);

describe('a generated catalogue', () => {
  it('passes the rules of the contract, whatever its measures', () => {
    fc.assert(
      fc.property(
        fc.record({
          products: fc.integer({ min: 1, max: 20 }),
          variantsPerProduct: fc.integer({ min: 1, max: 12 }),
          seed: fc.nat(),
          gtinBase: fc.integer({ min: 1, max: 999_999_999_000 }),
        }),
        (measures) => {
          const products = productsOf({ ...OPTIONS, ...measures });
          expect(productsPageFaults({ products, next_cursor: null })).not.toHaveProperty('faults');
          const gtins = products.flatMap(({ variants }) =>
            variants.map(({ barcode }) => toGtin14(barcode ?? '')),
          );
          expect(gtins).not.toContain(null);
          expect(new Set(gtins).size).toBe(gtins.length);
        },
      ),
    );
  });

  it('is the same every time', () => {
    expect(productsOf(OPTIONS)).toEqual(productsOf(OPTIONS));
  });

  it('finds each variant by id and by barcode, and nothing else', () => {
    const catalogue = generatedCatalogue(OPTIONS);
    for (const variant of variantsOf(OPTIONS)) {
      expect(catalogue.findVariant(variant.variant_id)).toEqual(variant);
      expect(catalogue.findVariantByBarcode(variant.barcode ?? '')).toEqual(variant);
    }
    for (const id of ['', 'v1-', 'v1-36', 'v1--1', 'v2-0', 'v1-00', 'v1-0 ', 'v1-1e1', 'v1-0x1']) {
      expect(catalogue.findVariant(id)).toBeNull();
    }
    expect(catalogue.findVariantByBarcode('9520000000000')).toBeNull();
    expect(() => catalogue.productAt(12)).toThrow(RangeError);
  });

  it('shares its articles with a store of the same gtinBase, under its own ids', () => {
    const here = variantsOf(OPTIONS);
    const there = variantsOf({ ...OPTIONS, seed: 2 });
    expect(there.map(({ barcode, size }) => [barcode, size])).toEqual(
      here.map(({ barcode, size }) => [barcode, size]),
    );
    expect(productsOf({ ...OPTIONS, seed: 2 }).map(({ brand, title }) => [brand, title])).toEqual(
      productsOf(OPTIONS).map(({ brand, title }) => [brand, title]),
    );
    const ids = new Set([...here, ...there].map(({ variant_id }) => variant_id));
    expect(ids.size).toBe(here.length + there.length);
  });

  it('shares the overlap where ranges of article numbers overlap', () => {
    const base = 952_000_000_000;
    const codes = (gtinBase: number) => variantsOf({ ...OPTIONS, gtinBase }).map(({ barcode }) => barcode);
    expect(codes(base).slice(9)).toEqual(codes(base + 9).slice(0, 27));
  });

  it('lists every location and HUB_Network at 0, with stock within its range', () => {
    for (const { inventory } of variantsOf(OPTIONS)) {
      expect(inventory.map(({ location_id }) => location_id)).toEqual(['1001', '1002', '9000']);
      expect(inventory[2]?.quantity).toBe(0);
      for (const { quantity } of inventory.slice(0, 2)) {
        expect(quantity).toBeGreaterThanOrEqual(2);
        expect(quantity).toBeLessThanOrEqual(9);
      }
    }
  });

  it('holds 100 000 variants without holding a product', () => {
    const catalogue = generatedCatalogue({ ...OPTIONS, products: 25_000, variantsPerProduct: 4 });
    expect(catalogue.productAt(24_999).variants[3]?.variant_id).toBe('v1-99999');
    expect(catalogue.findVariant('v1-99999')).not.toBeNull();
  });

  it('refuses article numbers beyond twelve digits', () => {
    expect(() => generatedCatalogue({ ...OPTIONS, gtinBase: 999_999_999_990 })).toThrow('twelve digits');
  });
});
