import type { Database } from '@hub/database';
import { aGtin, aShop, type ShopOverrides, type StoredShop } from '@hub/testing';

const ROWS_AT_ONCE = 5_000;

export interface SharedArticles {
  shops: StoredShop[];
  /** The same in every shop. */
  variantIds: string[];
}

export interface SharedArticlesSpec {
  shops: number;
  articles: number;
  onHand: number;
  /** Base address of the stores: each shop's store is at its slug. */
  storeUrl: string;
  encryptionKey: string;
  /** Distinguishes groups of shops that share nothing: a unique number for each. */
  group?: number;
  /** Of every shop; the stock is distributed over them. Default: one without a place. */
  locations?: ShopOverrides['locations'];
  /** Whether barcodes link the shops' variants (default); without, nothing follows from a change of stock. */
  linked?: boolean;
}

/**
 * Shops that all sell the same articles, each live in every capability, with the same stock of each article.
 */
export async function seedShops(db: Database, spec: SharedArticlesSpec): Promise<SharedArticles> {
  const { encryptionKey, storeUrl, group = 0, locations } = spec;
  const shops: StoredShop[] = [];
  for (let count = 0; count < spec.shops; count += 1) {
    const slug = `bench-${group}-${count}`;
    const shop = { slug, encryptionKey, storeApiRoot: `${storeUrl}/${slug}` };
    shops.push(await aShop(db, locations ? { ...shop, locations } : shop));
  }
  const first = group * 1_000_000;
  const numbers = Array.from({ length: spec.articles }, (_, index) => first + index);
  const places = shops.flatMap((shop) => numbers.map((number) => ({ shop, number })));
  for (let from = 0; from < places.length; from += ROWS_AT_ONCE)
    await insertVariants(db, places.slice(from, from + ROWS_AT_ONCE), spec);
  await db.$executeRaw`ANALYZE`;
  return { shops, variantIds: numbers.map(variantId) };
}

async function insertVariants(
  db: Database,
  places: readonly { shop: StoredShop; number: number }[],
  { onHand, linked = true, locations }: SharedArticlesSpec,
): Promise<void> {
  const keys = places.map(({ shop, number }) => ({ shopId: shop.id, variantId: variantId(number) }));
  await db.product.createMany({
    data: keys.map((key) => ({
      shopId: key.shopId,
      productId: key.variantId,
      title: 'Bench',
      brand: 'Bench',
      images: [],
    })),
  });
  await db.variant.createMany({
    data: places.map(({ shop, number }) => ({
      shopId: shop.id,
      variantId: variantId(number),
      productId: variantId(number),
      size: 'One size',
      barcode: aGtin(number),
      gtin: linked ? aGtin(number) : null,
      onHand,
    })),
  });
  await db.stockLevel.createMany({
    data: places.flatMap(({ shop, number }) => {
      const ids = locations?.map(({ locationId }) => locationId) ?? [shop.locationId];
      const level = { shopId: shop.id, variantId: variantId(number) };
      return ids.map((locationId) => ({ ...level, locationId, quantity: Math.floor(onHand / ids.length) }));
    }),
  });
}

function variantId(number: number): string {
  return `V-${number}`;
}
