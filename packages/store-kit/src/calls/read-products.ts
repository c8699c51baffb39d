import { LIMITS } from '@hub/contract';
import { saleable } from '../events/decide-stock';
import type { CataloguePage, CatalogueVariant } from '../facts/catalogue';
import { agreedLocations } from '../locations';
import { refuse } from '../refuse';
import type { KitCall } from './call';

const NO_SIZE = 'One size';

/** D14: a page of the catalogue, every agreed location and the network's named for each variant. */
export const readProducts: KitCall = {
  operation: 'read_products',
  async carryOut(kit, { query }) {
    const limit = Number(query.get('limit') ?? LIMITS.pageSize);
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.pageSize)
      throw refuse.invalidRequest('limit', `must be a whole number from 1 to ${LIMITS.pageSize}`);
    const page = await kit.adapter.products({ limit, cursor: query.get('cursor') });
    return pageOf(page, await agreedLocations(kit));
  },
};

function pageOf({ products, nextCursor }: CataloguePage, agreed: [string, string][]): object {
  return {
    products: products.map(({ productId, title, brand, description, images, variants }) => ({
      product_id: productId,
      title,
      brand,
      description,
      images,
      variants: variants.map((variant) => variantOf(variant, agreed)),
    })),
    next_cursor: nextCursor,
  };
}

function variantOf(variant: CatalogueVariant, agreed: [string, string][]): object {
  const quantities = new Map(variant.inventory.map(({ locationId, quantity }) => [locationId, quantity]));
  return {
    variant_id: variant.variantId,
    title: variant.title,
    size: variant.size?.trim() ? variant.size : NO_SIZE,
    sku: variant.sku,
    barcode: variant.barcode,
    inventory: agreed.map(([id, number]) => ({
      location_id: number,
      quantity: saleable(quantities.get(id) ?? 0),
    })),
  };
}
