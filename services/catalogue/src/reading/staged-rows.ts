import { isUpTo, LIMITS, type ProductsPage } from '@hub/contract';
import { linkOfBarcode } from './link-of-barcode';
import type { PageFault } from './page-fault';
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
 * The rows of a page, without overlong texts that refuse nothing (`leftOutOf`). Of a faulty one only its ids, so
 * that repetitions are found: a run with a fault is never applied.
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
      description: isLongDescription(description) ? null : (description ?? null),
      images: images.map(withoutLongAlt),
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
          barcode: isLongBarcode(variant.barcode) ? null : (variant.barcode ?? null),
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

/** The texts of a valid page that are left out for their length (D14): the run's report lists them, and none refuses it. */
export function leftOutOf({ products }: ProductsPage): PageFault[] {
  return products.flatMap(({ product_id: productId, description, images, variants }, position) => {
    const path = `products[${position}]`;
    const ofProduct = { productId, variantId: null };
    const found: PageFault[] = [];
    if (isLongDescription(description)) {
      const message = `is left out: it is longer than ${LIMITS.maxDescriptionBytes / 1024} KiB`;
      found.push({ ...ofProduct, field: `${path}.description`, message });
    }
    for (const [index, image] of images.entries())
      if (isLongAlt(image)) {
        const message = `is left out: it is longer than ${LIMITS.maxTitle} characters`;
        found.push({ ...ofProduct, field: `${path}.images[${index}].alt`, message });
      }
    for (const [index, { variant_id: variantId, barcode }] of variants.entries())
      if (isLongBarcode(barcode)) {
        const message = `is left out, and the variant is not linked: it is longer than ${LIMITS.maxListedText} characters`;
        found.push({ productId, variantId, field: `${path}.variants[${index}].barcode`, message });
      }
    return found;
  });
}

type Image = ProductsPage['products'][number]['images'][number];

function withoutLongAlt(image: Image): Image {
  return isLongAlt(image) ? { url: image.url } : image;
}

function isLongAlt({ alt }: Image): boolean {
  return alt !== undefined && !isUpTo(alt, LIMITS.maxTitle);
}

function isLongDescription(text: string | undefined): boolean {
  return text !== undefined && Buffer.byteLength(text) > LIMITS.maxDescriptionBytes;
}

function isLongBarcode(barcode: string | undefined): boolean {
  return barcode !== undefined && !isUpTo(barcode, LIMITS.maxListedText);
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
