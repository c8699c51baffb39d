import { catalogueFromShopifyCsv } from '@hub/store-simulator';
import type { Offered } from './second-catalogue';

/** What a shop offers, from an export of its products as Shopify makes them. */
export function offersOf(csv: string): Offered[] {
  const { products } = catalogueFromShopifyCsv(csv, { locations: ['1'], hubLocationId: '2' });
  return products.flatMap(({ product_id: productId, title, brand, variants }) =>
    variants.map(({ variant_id: id, title: variantTitle, size, sku }) => ({
      id,
      productId,
      listing: { title, brand, size, variantTitle: variantTitle ?? null, sku: sku ?? null },
    })),
  );
}

/** Half of the products, by their name. */
export function isForTuning({ productId }: Offered): boolean {
  let sum = 0;
  for (const letter of productId) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum % 2 === 0;
}
