import { isPublicHttpsUrl, LIMITS, ProductsPage, readRequest } from '@hub/contract';
import type { KitContext } from '../context';
import { saleable } from '../events/decide-stock';
import type { CataloguePage, CatalogueProduct, CatalogueVariant } from '../facts/catalogue';
import { agreedLocations } from '../locations';
import { refuse } from '../refuse';
import type { KitCall } from './call';

const NO_SIZE = 'One size';
const FIRST_PRODUCT = 'products[0].';

/** D14: a page of the catalogue, every agreed location and the network's named for each variant; what would have the run refused is left out. */
export const readProducts: KitCall = {
  operation: 'read_products',
  async carryOut(kit, { query }) {
    const limit = Number(query.get('limit') ?? LIMITS.pageSize);
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.pageSize)
      throw refuse.invalidRequest('limit', `must be a whole number from 1 to ${LIMITS.pageSize}`);
    const asked = { limit, cursor: query.get('cursor') };
    const page = await listedPage(kit, asked);
    // Stock of what is new here was not reported before this: a change since the page was read is reported by reading it again.
    return (await isNewsIn(kit, asked, page)) ? listedPage(kit, asked) : page;
  },
};

interface Asked {
  limit: number;
  cursor: string | null;
}

async function listedPage<Tx>(kit: KitContext<Tx>, asked: Asked) {
  const { products, next_cursor } = pageOf(
    kit,
    await kit.adapter.products(asked),
    await agreedLocations(kit),
  );
  return { products: products.filter((product) => canBeListed(kit, product)), next_cursor };
}

type ListedPage = ReturnType<typeof pageOf>;

async function isNewsIn<Tx>(
  { listing }: KitContext<Tx>,
  { cursor }: Asked,
  { products, next_cursor: nextCursor }: ListedPage,
): Promise<boolean> {
  const variantIds = products.flatMap(({ variants }) => variants.map(({ variant_id }) => variant_id));
  return listing !== null && listing.note({ cursor, nextCursor }, variantIds);
}

function pageOf<Tx>(
  { imageUrl }: KitContext<Tx>,
  { products, nextCursor }: CataloguePage,
  agreed: [string, string][],
) {
  return {
    products: products.map(({ productId, title, brand, description, images, variants }) => ({
      product_id: productId,
      title,
      brand,
      description,
      images: publicOnes(images, imageUrl),
      variants: variants.map((variant) => variantOf(variant, agreed)),
    })),
    next_cursor: nextCursor,
  };
}

/** Those at a public address, each once: a platform names its first picture among all of them again. */
function publicOnes(images: CatalogueProduct['images'], addressOf: (name: string) => string) {
  const named = images.flatMap(({ url, alt }) => (url ? [{ url: addressOf(url), alt }] : []));
  const isFirst = (url: string, at: number) => named.findIndex((one) => one.url === url) === at;
  return named.filter(({ url }, at) => isPublicHttpsUrl(url) && isFirst(url, at));
}

function canBeListed<Tx>({ hooks }: KitContext<Tx>, product: { product_id: string }): boolean {
  const read = readRequest(ProductsPage, { products: [product], next_cursor: null });
  if (read.ok) return true;
  const { field, message: reason } = read.fault;
  hooks.onLeftOut?.({ productId: product.product_id, field: field.replace(FIRST_PRODUCT, ''), reason });
  return false;
}

function variantOf(variant: CatalogueVariant, agreed: [string, string][]) {
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
