/** A page of the shop's catalogue, in the platform's own ids. */
export interface CataloguePage {
  products: readonly CatalogueProduct[];
  /** Stable: the same place has the same cursor, now and later. Null only on the last page. */
  nextCursor: string | null;
}

/** One that the service could not take (no brand, no picture, no variant …) is left out by the kit: it would have the whole run refused. */
export interface CatalogueProduct {
  productId: string;
  title: string;
  brand: string | null | undefined;
  description?: string | null | undefined;
  /** Those at a public https address are listed, each once; what the platform calls them, where the kit has an `imageUrl`. */
  images: readonly { url?: string | null | undefined; alt?: string | null | undefined }[];
  variants: readonly CatalogueVariant[];
}

export interface CatalogueVariant {
  variantId: string;
  title?: string | null | undefined;
  /** Left out where the article has none: it is then said to be `One size`. */
  size?: string | null | undefined;
  sku?: string | null | undefined;
  /** The GTIN: what links the variant with those of other shops. */
  barcode?: string | null | undefined;
  /** The network's location among them. What is missing counts as 0, what is no agreed location is left out. */
  inventory: readonly { locationId: string; quantity: number }[];
}

/** A location that is missing has 0; null where nothing is known at any. */
export function quantityAt(locationId: string, stock: CatalogueVariant['inventory']): number | null {
  if (stock.length === 0) return null;
  return stock.find((level) => level.locationId === locationId)?.quantity ?? 0;
}
