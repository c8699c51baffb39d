import type { CatalogueProduct } from '@hub/store-simulator';
import { aGtin } from '@hub/testing';
import { aCatalogue, HUB_LOCATION_ID, LOCATION_ID } from './a-catalogue';
import type { World } from './open-world';
import { readCatalogue } from './read-catalogue';
import type { TestShop } from './shops';

/** One more article than the jacket, which a shop lists, with this many pieces in stock. */
export interface Listing {
  article: string;
  /** Stands for its barcode; none has no barcode. */
  number?: number;
  pieces: number;
}

/** A shop's own id of an article. */
export function variantOf(article: string, { slug }: TestShop): string {
  return `${article}-${slug}`;
}

/** Shops list more articles, their catalogues are read again, and their stock of them is reported. */
export async function listArticles(world: World, listings: [TestShop, Listing[]][]): Promise<void> {
  for (const [shop, articles] of listings) {
    const jacket = aCatalogue(shop.variantId, shop.store.inventory(shop.variantId)[LOCATION_ID] ?? 0);
    shop.store.sellFrom([...jacket, ...articles.map((article) => aProduct(shop, article))]);
    await readCatalogue(world.db, shop.slug, 30_000);
    for (const { article, pieces } of articles) {
      const { answer } = await shop.store.changeStock(variantOf(article, shop), LOCATION_ID, pieces).done;
      if (answer?.outcome !== 'accepted') throw new Error(`inventory.updated: ${JSON.stringify(answer)}`);
    }
  }
}

function aProduct(shop: TestShop, { article, number }: Listing): CatalogueProduct {
  const variantId = variantOf(article, shop);
  return {
    product_id: `product-of-${variantId}`,
    title: article,
    brand: 'Fjordline',
    images: [{ url: `https://images.example.com/${article}.jpg` }],
    variants: [
      {
        variant_id: variantId,
        size: 'One size',
        ...(number === undefined ? {} : { barcode: aGtin(number) }),
        inventory: [LOCATION_ID, HUB_LOCATION_ID].map((id) => ({ location_id: id, quantity: 0 })),
      },
    ],
  };
}
