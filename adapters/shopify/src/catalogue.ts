import { type CataloguePage, type CatalogueProduct, refuse } from '@hub/store-kit';
import { z } from 'zod';
import { allOf, connection, firstOf, type Nested } from './connections';
import { gid, isId } from './ids';
import type { Shop } from './shop';
import { levelsOfVariants } from './stock';

const Variant = z.object({
  legacyResourceId: z.coerce.string(),
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
});

const VARIANTS: Nested<z.infer<typeof Variant>> = {
  type: 'Product',
  list: 'variants',
  first: 25,
  fields: 'legacyResourceId title sku barcode selectedOptions { name value }',
  node: Variant,
};

const Media = z.object({
  nodes: z.array(
    z.object({ image: z.object({ url: z.string(), altText: z.string().nullable() }).nullish() }),
  ),
});

const Product = z.object({
  legacyResourceId: z.coerce.string(),
  title: z.string(),
  vendor: z.string(),
  description: z.string(),
  media: Media,
  variants: connection(Variant),
});
type Product = z.infer<typeof Product>;

/** So many at most: with their variants and pictures they cost about half of what one call may. */
const PRODUCTS_AT_ONCE = 10;

const PRODUCTS = {
  document: `query HubProducts($first: Int!, $query: String!) { products(first: $first, sortKey: ID, query: $query) {
    nodes { legacyResourceId title vendor description
      media(first: 5, query: "media_type:IMAGE") { nodes { ... on MediaImage { image { url altText } } } }
      ${firstOf(VARIANTS)} }
    pageInfo { hasNextPage endCursor } } }`,
  data: z.object({ products: connection(Product) }),
};

/**
 * A page of what the shop sells. The cursor is the last product's number: it stays valid, whatever is added or removed
 * meanwhile, and leads past the 25 000 at which Shopify's own cursors end.
 */
export async function productsPage(
  shop: Shop,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<CataloguePage> {
  if (cursor !== null && !isId(cursor)) throw refuse.invalidRequest('cursor', 'no cursor of this store');
  const { products } = await shop.api.read(PRODUCTS, {
    first: Math.min(limit, PRODUCTS_AT_ONCE),
    query: `status:active AND gift_card:false AND id:>${cursor ?? '0'}`,
  });
  const read: CatalogueProduct[] = [];
  for (const product of products.nodes) read.push(await asProduct(shop, product));
  const last = products.nodes.at(-1)?.legacyResourceId ?? null;
  return { products: read, nextCursor: products.pageInfo.hasNextPage ? last : null };
}

async function asProduct(shop: Shop, product: Product): Promise<CatalogueProduct> {
  const id = gid('Product', product.legacyResourceId);
  const variants = await allOf(shop.api, { id, first: product.variants, nested: VARIANTS });
  const places = [...shop.locationIds, shop.networkLocationId];
  const levels = await levelsOfVariants(
    shop,
    variants.map(({ legacyResourceId }) => legacyResourceId),
    places,
  );
  return {
    productId: product.legacyResourceId,
    title: product.title,
    brand: product.vendor,
    description: product.description || null,
    images: product.media.nodes.flatMap(({ image }) =>
      image ? [{ url: image.url, alt: image.altText }] : [],
    ),
    variants: variants.map((variant) => ({
      variantId: variant.legacyResourceId,
      title: variant.title === ONLY_VARIANT ? null : variant.title,
      size: sizeOf(variant, shop.sizeOptions),
      sku: variant.sku || null,
      barcode: variant.barcode?.trim() || null,
      inventory: levels.filter(({ variantId }) => variantId === variant.legacyResourceId),
    })),
  };
}

/** What Shopify calls the variant, and its option's value, of a product without options. */
const ONLY_VARIANT = 'Default Title';

function sizeOf({ selectedOptions }: z.infer<typeof Variant>, names: readonly string[]): string | null {
  const lower = new Set(names.map((name) => name.toLowerCase()));
  const option = selectedOptions.find(({ name }) => lower.has(name.trim().toLowerCase()));
  return option && option.value !== ONLY_VARIANT ? option.value : null;
}
