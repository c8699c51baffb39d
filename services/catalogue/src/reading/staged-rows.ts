import type { ProductsPage } from '@hub/contract';
import { linkOfBarcode } from './link-of-barcode';
import type { ReadablePage } from './readable-page';

/** Columns of `staged_product` and `staged_variant` that a page gives. */
export interface StagedRows {
  products: {
    product_id: string;
    title: string;
    brand: string;
    description: string | null;
    images: readonly object[];
  }[];
  variants: {
    variant_id: string;
    product_id: string;
    title: string | null;
    size: string;
    sku: string | null;
    barcode: string | null;
    gtin: string | null;
    link_problem: string | null;
    /** Quantities by location. */
    inventory: Readonly<Record<string, number>>;
  }[];
}

/**
 * Pure: the rows of a page. Of a faulty one only its ids, so that repetitions are found: a run with a fault is never
 * applied.
 */
export function stagedRows(page: ReadablePage): StagedRows {
  return page.valid ? rowsOf(page.valid) : idsOf(page);
}

function rowsOf({ products }: ProductsPage): StagedRows {
  return {
    products: products.map(({ product_id, title, brand, description, images }) => ({
      product_id,
      title,
      brand,
      description: description ?? null,
      images,
    })),
    variants: products.flatMap(({ product_id, variants }) =>
      variants.map((variant) => {
        const { gtin, linkProblem } = linkOfBarcode(variant.barcode);
        return {
          variant_id: variant.variant_id,
          product_id,
          title: variant.title ?? null,
          size: variant.size,
          sku: variant.sku ?? null,
          barcode: variant.barcode ?? null,
          gtin,
          link_problem: linkProblem,
          inventory: Object.fromEntries(
            variant.inventory.map(({ location_id, quantity }) => [location_id, quantity]),
          ),
        };
      }),
    ),
  };
}

function idsOf({ products }: ReadablePage): StagedRows {
  const noTexts = { title: '', brand: '', description: null, images: [] };
  const nothing = {
    title: null,
    size: '',
    sku: null,
    barcode: null,
    gtin: null,
    link_problem: null,
    inventory: {},
  };
  return {
    products: products.flatMap(({ product_id }) => (product_id === null ? [] : { product_id, ...noTexts })),
    variants: products.flatMap(({ product_id, variants }) =>
      variants.flatMap(({ variant_id }) =>
        variant_id === null ? [] : { variant_id, product_id: product_id ?? '', ...nothing },
      ),
    ),
  };
}
