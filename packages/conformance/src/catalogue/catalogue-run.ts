import type { ProductsPage } from '@hub/contract';

/** One page as it was read. */
export interface CataloguePage {
  /** Null: the first one. */
  cursor: string | null;
  products: ProductsPage['products'];
  nextCursor: string | null;
  /** Of a page that does not validate: the names of its variants, so that the rest of the run can name some. */
  named: NamedVariant[];
}

/** The fields of a variant that an order needs. */
export interface NamedVariant {
  variantId: string;
  barcode: string | null;
  sku: string | null;
  title: string | null;
}

/** One reading from the first page to the last, or to where it ended. */
export interface CatalogueRun {
  pages: CataloguePage[];
  /** What does not validate, by page and field; empty where every page did. */
  faults: string[];
  /** Why it did not reach the last page; null where it did. */
  broken: string | null;
}

export type CatalogueProduct = ProductsPage['products'][number];
export type CatalogueVariant = CatalogueProduct['variants'][number];

/** Every variant of a run, with its product. */
export function variantsOf({
  pages,
}: CatalogueRun): { product: CatalogueProduct; variant: CatalogueVariant }[] {
  return pages
    .flatMap(({ products }) => products)
    .flatMap((product) => product.variants.map((variant) => ({ product, variant })));
}
