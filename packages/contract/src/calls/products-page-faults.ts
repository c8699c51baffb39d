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

/** Reads one page of `GET /products`, or names every fault in it (D14). */
export function productsPageFaults(body: unknown): { page: ProductsPage } | { faults: ProductsPageFault[] } {
  if (countEntries(body) > LIMITS.maxPageEntries) {
    return { faults: [{ field: 'products', message: `must hold at most ${LIMITS.maxPageEntries} entries` }] };
  }
  const read = readWith(ProductsPage, body);
  if (read.ok) return { page: read.data };
  return { faults: read.issues.map((issue) => ({ ...faultOf(issue), ...idsAlong(issue.path, body) })) };
}

/** Products, images, variants and stock levels together: a bound on the faults a page can have. */
function countEntries(body: unknown): number {
  let count = 0;
  for (const product of entriesOf(body, 'products')) {
    count += 1 + entriesOf(product, 'images').length;
    for (const variant of entriesOf(product, 'variants')) {
      count += 1 + entriesOf(variant, 'inventory').length;
    }
  }
  return count;
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
