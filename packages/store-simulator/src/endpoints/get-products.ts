import { LIMITS } from '@hub/contract';

import type { CatalogueProduct } from '../catalogue/catalogue';
import type { Store } from '../state/store';
import { receiptAnswer } from './answer';
import type { Endpoint } from './endpoint';
import { invalidRequest } from './read-body';

/** D14: the catalogue in pages, each product with its stock of this moment. */
export const getProducts: Endpoint = {
  name: 'GET /products',
  answer(store, { query }) {
    const limit = Number(query.get('limit') ?? LIMITS.pageSize);
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.pageSize) {
      return invalidRequest(`must be a whole number from 1 to ${LIMITS.pageSize}`, 'limit');
    }
    const cursor = query.get('cursor');
    const from = cursor === null ? 0 : positionOf(cursor);
    if (from === null) return invalidRequest('is not a cursor of this store', 'cursor');

    const { productCount } = store.catalogue;
    const to = Math.min(from + limit, productCount);
    const products = [];
    for (let position = from; position < to; position += 1) {
      products.push(asOfNow(store, store.catalogue.productAt(position)));
    }
    const listed = products.filter(({ variants }) => variants.length > 0);
    return receiptAnswer({ products: listed, next_cursor: to < productCount ? cursorAt(to) : null });
  },
};

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
