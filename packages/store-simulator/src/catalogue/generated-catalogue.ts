import { createHash } from 'node:crypto';

import type { Catalogue, CatalogueProduct, CatalogueVariant } from './catalogue';

/** A generated store's stock of a variant at a location: always the same, or drawn from a range. */
export type GeneratedStock = number | { from: number; to: number };

export interface GeneratedCatalogueOptions {
  products: number;
  variantsPerProduct: number;
  /** Distinguishes ids and drawn stock of one store from another's; the articles themselves follow `gtinBase`. */
  seed: number;
  locations: string[];
  hubLocationId: string;
  stock: GeneratedStock;
  /**
   * First article number, twelve digits without the check digit; variants count up from it. Two stores with
   * the same base share their articles, overlapping ranges share the overlap. Default: in 952, the prefix GS1 keeps for examples.
   */
  gtinBase?: number;
}

const FIRST_EXAMPLE_GTIN = 952_000_000_000;
const BRANDS = [
  'Fjordline',
  'Alpenrose',
  'Kettle & Co',
  'Maison Orage',
  'Tindra',
  'Westray',
  'Nordlys',
  'Ondine',
];
const ARTICLES = ['Jacket', 'Boots', 'Gloves', 'Sweater', 'Backpack', 'Trousers', 'Helmet', 'Scarf'];
const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];

/**
 * A catalogue calculated from numbers only: equal options give equal products, and no product is held, so that 100 000
 * variants cost nothing until their page is requested.
 *
 * Throws RangeError where the article numbers would leave twelve digits.
 */
export function generatedCatalogue(options: GeneratedCatalogueOptions): Catalogue {
  const { products, variantsPerProduct, seed } = options;
  const gtinBase = options.gtinBase ?? FIRST_EXAMPLE_GTIN;
  const variantCount = products * variantsPerProduct;
  if (gtinBase < 1 || gtinBase + variantCount > 1e12) {
    throw new RangeError(
      'gtinBase must be positive, and with the number of variants stay within twelve digits',
    );
  }

  const productAt = (position: number): CatalogueProduct => {
    if (position < 0 || position >= products) throw new RangeError(`no product at position ${position}`);
    const article = gtinBase + position * variantsPerProduct;
    const title = `${pick(BRANDS, article)} ${pick(ARTICLES, Math.floor(article / BRANDS.length))} ${article % 100_000}`;
    const first = position * variantsPerProduct;
    return {
      product_id: `p${seed}-${position}`,
      title,
      brand: pick(BRANDS, article),
      description: `${title}, made for every season.`,
      images: [{ url: `https://images.example.com/${article}.jpg`, alt: title }],
      variants: Array.from({ length: variantsPerProduct }, (_, index) => variantAt(first + index)),
    };
  };

  const variantAt = (index: number): CatalogueVariant => ({
    variant_id: `v${seed}-${index}`,
    size: variantsPerProduct === 1 ? 'One size' : sizeOf(index % variantsPerProduct),
    sku: `sku-${seed}-${index}`,
    barcode: gtin13(gtinBase + index),
    inventory: [
      ...options.locations.map((location) => ({
        location_id: location,
        quantity: drawStock(options.stock, `${seed}/${index}/${location}`),
      })),
      // The network location starts at 0: only the service writes to it.
      { location_id: options.hubLocationId, quantity: 0 },
    ],
  });

  const findByIndex = (index: number): CatalogueVariant | null =>
    Number.isInteger(index) && index >= 0 && index < variantCount ? variantAt(index) : null;

  return {
    productCount: products,
    productAt,
    findVariant: (variantId) => {
      const index = Number(variantId.slice(`v${seed}-`.length));
      const variant = findByIndex(index);
      return variant?.variant_id === variantId ? variant : null;
    },
    findVariantByBarcode: (barcode) => {
      const variant = findByIndex(Number(barcode.slice(0, 12)) - gtinBase);
      return variant?.barcode === barcode ? variant : null;
    },
  };
}

/** Twelve digits and their GS1 check digit: a valid GTIN-13. */
function gtin13(body: number): string {
  const digits = String(body).padStart(12, '0');
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3);
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function drawStock(stock: GeneratedStock, key: string): number {
  if (typeof stock === 'number') return stock;
  const drawn = createHash('sha256').update(key).digest().readUInt32BE(0);
  return stock.from + (drawn % (stock.to - stock.from + 1));
}

function sizeOf(index: number): string {
  return SIZES[index] ?? String(36 + index);
}

function pick(list: string[], index: number): string {
  return list[index % list.length] ?? '';
}
