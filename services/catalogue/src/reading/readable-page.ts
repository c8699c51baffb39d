import { LocationId, ProductId, StorableText, VariantId, type ProductsPage } from '@hub/contract';
import { z } from 'zod';

/** The fields of a product that the rules across pages need; unreadable ones are null. */
export interface ReadableProduct {
  product_id: string | null;
  variants: readonly {
    variant_id: string | null;
    inventory: readonly { location_id: string | null; quantity: number | null }[];
  }[];
}

/** A page as far as it can be read: whole where it is valid, else what the rules across pages can still judge. */
export interface ReadablePage {
  products: readonly ReadableProduct[];
  /** null: the last page; undefined: not readable, reading ends here. */
  nextCursor: string | null | undefined;
  /** The page, where all of it is valid. */
  valid: ProductsPage | null;
}

const Level = z.object({ location_id: orNull(LocationId), quantity: orNull(z.int()) });
const Variant = z.object({ variant_id: orNull(VariantId), inventory: listOf(Level) });
const Product = z.object({ product_id: orNull(ProductId), variants: listOf(Variant) });
const FaultyPage = z
  .object({
    products: listOf(Product),
    next_cursor: StorableText.min(1).nullable().optional().catch(undefined),
  })
  .catch({ products: [], next_cursor: undefined });

export function readValidPage(page: ProductsPage): ReadablePage {
  return { products: page.products, nextCursor: page.next_cursor, valid: page };
}

/** Reads what can be read of a page that does not validate, or of another answer; positions stay as they are. */
export function readFaultyPage(answer: unknown): ReadablePage {
  const page = FaultyPage.parse(answer);
  return { products: page.products, nextCursor: page.next_cursor, valid: null };
}

function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullable().catch(null);
}

/** An entry that is no object still keeps its place in the list. */
function listOf<S extends z.ZodType>(entry: S) {
  return z.array(z.preprocess((value) => (isObject(value) ? value : {}), entry)).catch([]);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
