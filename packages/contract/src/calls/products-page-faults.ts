import type { z } from 'zod';
import { type Fault, faultOf, readWith } from '../faults';
import { ProductId, VariantId } from '../ids';
import { isJsonObject } from '../json-object';
import { LIMITS } from '../limits';
import { ProductsPage } from './products-page';

/** One fault of a page, with the shop's own ids of its product and variant, if they can be read. */
export interface ProductsPageFault extends Fault {
  productId?: ProductId;
  variantId?: VariantId;
}

/** Follows the named faults of a page that has more. */
export const MORE_FAULTS: Fault = {
  field: 'products',
  message: `has more than ${LIMITS.maxPageFaults} faults: the others are not named`,
};

const Product = ProductsPage.shape.products.out.element;
const MoreOfProduct = Product.pick({ variants: true });
/**
 * Entries read at once. The schema library keeps every fault of what it reads, and passes all of them as the arguments
 * of one call: too many end in an error, not in faults.
 */
const ENTRIES_AT_ONCE = 1_000;

/** Reads one page of `GET /products`, or names its faults (D14), at most `LIMITS.maxPageFaults` of them (D36). */
export function productsPageFaults(body: unknown): { page: ProductsPage } | { faults: ProductsPageFault[] } {
  if (countEntries(body) > LIMITS.maxPageEntries) {
    return { faults: [{ field: 'products', message: `must hold at most ${LIMITS.maxPageEntries} entries` }] };
  }
  const listed = entriesOf(body, 'products');
  const areMany = listed.length > LIMITS.maxEntries;
  const around = readWith(ProductsPage, isJsonObject(body) && !areMany ? withoutEntries(body) : body);
  const products: ProductsPage['products'] = [];
  const faults: ProductsPageFault[] = [];
  for (const [index, product] of areMany ? [] : listed.entries()) {
    for (const { piece, firstVariant } of piecesOf(product)) {
      const first = firstVariant === 0 ? readWith(Product, piece) : null;
      const read = first ?? readWith(MoreOfProduct, piece);
      if (!read.ok) faults.push(...faultsOfPiece(read.issues, { index, firstVariant, body }));
      else if (first?.ok) products[index] = first.data;
      else products[index]?.variants.push(...read.data.variants);
      if (faults.length > LIMITS.maxPageFaults)
        return { faults: [...faults.slice(0, LIMITS.maxPageFaults), MORE_FAULTS] };
    }
  }
  if (!around.ok) faults.push(...around.issues.map((issue) => faultOf(issue)));
  if (around.ok && faults.length === 0) return { page: { ...around.data, products } };
  return { faults };
}

/** A page whose list, where it is one, is empty. */
function withoutEntries({ products, next_cursor }: Readonly<Record<string, unknown>>): unknown {
  return { products: Array.isArray(products) ? [] : products, next_cursor };
}

/** A product as it is, or, where it has many entries, with its first variants, and then others, some at a time. */
function* piecesOf(product: unknown): Generator<{ piece: unknown; firstVariant: number }> {
  const variants = entriesOf(product, 'variants');
  if (!isJsonObject(product) || variants.length > LIMITS.maxEntries || entriesIn(product) <= ENTRIES_AT_ONCE)
    return yield { piece: product, firstVariant: 0 };
  const pieceOf = (from: number, to: number) => ({
    piece: { ...(from === 0 && product), variants: variants.slice(from, to) },
    firstVariant: from,
  });
  let [from, entries] = [0, 0];
  for (const [index, variant] of variants.entries()) {
    const more = 1 + entriesOf(variant, 'inventory').length;
    if (entries > 0 && entries + more > ENTRIES_AT_ONCE) {
      yield pieceOf(from, index);
      [from, entries] = [index, 0];
    }
    entries += more;
  }
  yield pieceOf(from, variants.length);
}

function faultsOfPiece(
  issues: readonly z.core.$ZodIssue[],
  { index, firstVariant, body }: { index: number; firstVariant: number; body: unknown },
): ProductsPageFault[] {
  return issues.slice(0, LIMITS.maxPageFaults + 1).map((issue) => {
    const [list, place, ...rest] = issue.path;
    const isInVariant = list === 'variants' && typeof place === 'number';
    const within = isInVariant ? [list, firstVariant + place, ...rest] : issue.path;
    const path = ['products', index, ...within];
    return { ...faultOf({ ...issue, path }), ...idsAlong(path, body) };
  });
}

/** Products, images, variants and stock levels together. */
function countEntries(body: unknown): number {
  return entriesOf(body, 'products').reduce<number>((count, product) => count + entriesIn(product), 0);
}

function entriesIn(product: unknown): number {
  return entriesOf(product, 'variants').reduce<number>(
    (count, variant) => count + 1 + entriesOf(variant, 'inventory').length,
    1 + entriesOf(product, 'images').length,
  );
}

/** The ids of the product and variant on a path such as `products[3].variants[0].size`. */
function idsAlong([, productIndex, list, variantIndex]: readonly PropertyKey[], body: unknown) {
  const product = entriesOf(body, 'products')[Number(productIndex)];
  const variant = list === 'variants' ? entriesOf(product, 'variants')[Number(variantIndex)] : undefined;
  const productId = ProductId.safeParse(isJsonObject(product) ? product['product_id'] : undefined);
  const variantId = VariantId.safeParse(isJsonObject(variant) ? variant['variant_id'] : undefined);
  return {
    ...(productId.success ? { productId: productId.data } : {}),
    ...(variantId.success ? { variantId: variantId.data } : {}),
  };
}

function entriesOf(value: unknown, key: string): readonly unknown[] {
  const entries: unknown = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(entries) ? entries : [];
}
