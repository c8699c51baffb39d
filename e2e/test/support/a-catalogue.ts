import type { CatalogueProduct } from '@hub/store-simulator';
import { aGtin } from '@hub/testing';

export const LOCATION_ID = '1001';
export const HUB_LOCATION_ID = '9000';

/**
 * One article under the store's own id, with this many pieces. Stores that list the same article have the same barcode.
 */
export function aCatalogue(variantId: string, pieces: number): CatalogueProduct[] {
  return [
    {
      product_id: `product-of-${variantId}`,
      title: 'Down jacket',
      brand: 'Fjordline',
      images: [{ url: 'https://images.example.com/down-jacket.jpg' }],
      variants: [
        {
          variant_id: variantId,
          size: 'M',
          barcode: aGtin(7),
          inventory: [
            { location_id: LOCATION_ID, quantity: pieces },
            { location_id: HUB_LOCATION_ID, quantity: 0 },
          ],
        },
      ],
    },
  ];
}
