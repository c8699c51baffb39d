import { readFileSync } from 'node:fs';
import { catalogueFromShopifyCsv, generatedCatalogue, type CatalogueProduct } from '@hub/store-simulator';
import { GENERATED_PRODUCTS, HUB_LOCATION_ID, LOCATION_ID, SELLING_SLUG, SHOP_PLANS } from './shop-plan';

/** The catalogues of the demonstration's shops, by slug. */
export interface DemoCatalogues {
  products: ReadonlyMap<string, CatalogueProduct[]>;
  /** Of a product export: its violations of the contract's rules. */
  leftOut: LeftOut[];
}

type LeftOut = ReturnType<typeof catalogueFromShopifyCsv>['leftOut'][number];

/** Shops of their own ranges, which overlap: most articles are at all three, some at one or two. */
export function generatedCatalogues(): DemoCatalogues {
  const variantsPerProduct = 2;
  const shift = 10;
  const firstArticle = 952_000_000_000;
  const products = SHOP_PLANS.map(({ slug }, index): [string, CatalogueProduct[]] => {
    const catalogue = generatedCatalogue({
      products: GENERATED_PRODUCTS,
      variantsPerProduct,
      seed: index + 1,
      gtinBase: firstArticle + index * shift * variantsPerProduct,
      locations: [LOCATION_ID],
      hubLocationId: HUB_LOCATION_ID,
      stock: { from: 0, to: 12 },
    });
    return [slug, Array.from({ length: GENERATED_PRODUCTS }, (_, position) => catalogue.productAt(position))];
  });
  return { products: new Map(products), leftOut: [] };
}

/**
 * A product export on all shops: the first has its stock, the second half of it is out of stock, the selling shop has
 * none. Throws if the file cannot be read.
 */
export function exportedCatalogues(file: string): DemoCatalogues {
  const text = readFileSync(file, 'utf8');
  const shared = { locations: [LOCATION_ID], hubLocationId: HUB_LOCATION_ID, onlyValid: true };
  const { products: full, leftOut } = catalogueFromShopifyCsv(text, shared);
  const [, secondSlug] = SHOP_PLANS.map(({ slug }) => slug);
  const products = SHOP_PLANS.map(({ slug }): [string, CatalogueProduct[]] => {
    if (slug === SELLING_SLUG) return [slug, withStock(full, () => false)];
    if (slug === secondSlug) return [slug, withStock(full, (index) => index % 2 === 0)];
    return [slug, full];
  });
  return { products: new Map(products), leftOut };
}

/** The same catalogue, with nothing in stock unless `keeps` says so; the index counts variants. */
function withStock(products: CatalogueProduct[], keeps: (index: number) => boolean): CatalogueProduct[] {
  let index = 0;
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) => {
      const kept = keeps(index);
      index += 1;
      return kept
        ? variant
        : { ...variant, inventory: variant.inventory.map((at) => ({ ...at, quantity: 0 })) };
    }),
  }));
}
