/** One quantity of a variant at one location, as `GET /products` carries it (D14). */
export interface CatalogueQuantity {
  location_id: string;
  quantity: number;
}

/** A variant record on the wire (D14). */
export interface CatalogueVariant {
  variant_id: string;
  title?: string;
  size: string;
  sku?: string;
  barcode?: string;
  inventory: CatalogueQuantity[];
}

/** A product record on the wire (D14). Nothing here is checked: a store may have products that the service refuses. */
export interface CatalogueProduct {
  product_id: string;
  title: string;
  brand: string;
  description?: string;
  images: { url: string; alt?: string }[];
  variants: CatalogueVariant[];
}

/**
 * A store's assortment. Products are read by position, so that a large catalogue can be generated page by page instead
 * of being held in memory; its inventory is the stock at the start.
 */
export interface Catalogue {
  readonly productCount: number;
  productAt(position: number): CatalogueProduct;
  findVariant(variantId: string): CatalogueVariant | null;
  findVariantByBarcode(barcode: string): CatalogueVariant | null;
}

/** A catalogue over products held in memory; of a repeated id or barcode the first counts. */
export function listedCatalogue(products: CatalogueProduct[]): Catalogue {
  const byId = new Map<string, CatalogueVariant>();
  const byBarcode = new Map<string, CatalogueVariant>();
  for (const variant of products.flatMap((product) => product.variants)) {
    if (!byId.has(variant.variant_id)) byId.set(variant.variant_id, variant);
    if (variant.barcode !== undefined && !byBarcode.has(variant.barcode)) {
      byBarcode.set(variant.barcode, variant);
    }
  }
  return {
    productCount: products.length,
    productAt(position) {
      const product = products[position];
      if (!product) throw new RangeError(`no product at position ${position}`);
      return product;
    },
    findVariant: (variantId) => byId.get(variantId) ?? null,
    findVariantByBarcode: (barcode) => byBarcode.get(barcode) ?? null,
  };
}
