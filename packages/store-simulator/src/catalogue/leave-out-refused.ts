import { productsPageFaults } from '@hub/contract';

import type { CatalogueProduct } from './catalogue';

/** A product that the service would refuse, and with it the whole catalogue. */
export interface LeftOutProduct {
  productId: string;
  title: string;
  variants: number;
  /** Every fault as `field: what is wrong`, the field relative to the product. */
  faults: string[];
}

/** Keeps the products that pass the contract's rules for a products page, and reports what is wrong with the others. */
export function leaveOutRefused(all: CatalogueProduct[]): {
  products: CatalogueProduct[];
  leftOut: LeftOutProduct[];
} {
  const products: CatalogueProduct[] = [];
  const leftOut: LeftOutProduct[] = [];
  const usedIds = new Set<string>();
  for (const product of all) {
    const faults = [...pageFaults(product), ...repeatedIds(product, usedIds)];
    if (faults.length === 0) products.push(product);
    else {
      const { product_id: productId, title, variants } = product;
      leftOut.push({ productId, title, variants: variants.length, faults });
    }
  }
  return { products, leftOut };
}

function pageFaults(product: CatalogueProduct): string[] {
  const read = productsPageFaults({ products: [product], next_cursor: null });
  if (!('faults' in read)) return [];
  return read.faults.map(({ field, message }) => `${field.replace(/^products\[0\]\./, '')}: ${message}`);
}

/** An id may occur only once in a whole catalogue (D14), which no single page reveals. */
function repeatedIds(product: CatalogueProduct, used: Set<string>): string[] {
  const ids = [
    { field: 'product_id', id: `product ${product.product_id}` },
    ...product.variants.map(({ variant_id }, index) => ({
      field: `variants[${index}].variant_id`,
      id: `variant ${variant_id}`,
    })),
  ];
  return ids.flatMap(({ field, id }) => {
    if (used.has(id)) return [`${field}: is repeated`];
    used.add(id);
    return [];
  });
}
