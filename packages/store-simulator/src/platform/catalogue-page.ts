import { type CataloguePage, refuse } from '@hub/store-kit';

import type { CatalogueProduct } from '../catalogue/catalogue';
import type { Store } from '../state/store';

interface Asked {
  limit: number;
  cursor: string | null;
}

/**
 * Where the page ends. Its products are inserted on the wire, unchanged (`productsOf`): a kit leaves out what the
 * service would refuse, and a test may need just that.
 */
export function cataloguePage(store: Store, asked: Asked): CataloguePage {
  const { to } = rangeOf(store, asked);
  return { products: [], nextCursor: to < store.catalogue.productCount ? cursorAt(to) : null };
}

/** D14: the products of a page as the catalogue has them, right or wrong, each with its current stock. */
export function productsOf(store: Store, asked: Asked): CatalogueProduct[] {
  const { from, to } = rangeOf(store, asked);
  const products: CatalogueProduct[] = [];
  for (let position = from; position < to; position += 1)
    products.push(asOfNow(store, store.catalogue.productAt(position)));
  return products.filter(({ variants }) => variants.length > 0);
}

function rangeOf({ catalogue }: Store, { limit, cursor }: Asked): { from: number; to: number } {
  const from = cursor === null ? 0 : positionOf(cursor);
  if (from === null) throw refuse.invalidRequest('cursor', 'is not a cursor of this store');
  return { from, to: Math.min(from + limit, catalogue.productCount) };
}

function asOfNow(store: Store, product: CatalogueProduct): CatalogueProduct {
  return {
    ...product,
    variants: product.variants
      .filter(({ variant_id }) => !store.leftOut.has(variant_id))
      .map((variant) => ({
        ...variant,
        inventory: store.stock.current(variant.variant_id, variant.inventory),
      })),
  };
}

/** Cursors are opaque to the service, and stable: the same position has the same cursor, now and later. */
function cursorAt(position: number): string {
  return Buffer.from(`after ${position}`).toString('base64url');
}

function positionOf(cursor: string): number | null {
  const position = /^after (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return position === undefined ? null : Number(position);
}
