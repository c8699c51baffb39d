import { type CataloguePage, type CatalogueProduct, refuse } from '@hub/store-kit';
import { Logger, Product, type ProductVariant, type RequestContext, StockLevel } from '@vendure/core';
import { In, IsNull, MoreThan } from 'typeorm';
import type { HubPluginOptions } from './options';
import type { Services } from './services';

const RELATIONS = {
  featuredAsset: true,
  assets: { asset: true },
  facetValues: { facet: true },
  variants: { options: { group: true } },
};

/** The text in the shop's language, or in whichever it has. */
function inLanguage(
  translations: readonly { languageCode: string; name: string }[],
  ctx: RequestContext,
): string {
  return (
    (translations.find((one) => one.languageCode === String(ctx.languageCode)) ?? translations[0])?.name ?? ''
  );
}

/** The custom field; where it is empty, the facet `brand`, or the option of the group `size`. */
export const brandOf = ({ customFields, facetValues }: Product, ctx: RequestContext): string =>
  customFields.brand ||
  inLanguage(facetValues.find(({ facet }) => facet.code === 'brand')?.translations ?? [], ctx);
export const sizeOf = ({ customFields, options }: ProductVariant, ctx: RequestContext): string =>
  customFields.size ||
  inLanguage(options.find(({ group }) => group.code.endsWith('size'))?.translations ?? [], ctx);

/** A page of what is sold, in the order of ids. What the contract would refuse (no brand, no image) is left out and logged. */
export async function cataloguePage(
  { connection, contexts }: Services,
  { imageUrl }: HubPluginOptions,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<CataloguePage> {
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw refuse.invalidRequest('cursor', 'it is none of ours');
  const ctx = await contexts.create({ apiType: 'admin' });
  const found = await connection.getRepository(ctx, Product).find({
    where: { id: MoreThan(Number(cursor ?? 0)), deletedAt: IsNull(), enabled: true },
    relations: RELATIONS,
    order: { id: 'ASC' },
    take: limit + 1,
  });
  const page = found.slice(0, limit);
  const sold = ({ deletedAt, enabled }: ProductVariant): boolean => deletedAt === null && enabled;
  const ids = page.flatMap(({ variants }) => variants.filter(sold).map(({ id }) => id));
  const levels = await connection
    .getRepository(ctx, StockLevel)
    .find({ where: { productVariantId: In(ids) } });
  const products = page.map((product): CatalogueProduct => {
    const assets = [product.featuredAsset, ...product.assets.map(({ asset }) => asset)].filter(Boolean);
    return {
      productId: String(product.id),
      title: inLanguage(product.translations, ctx),
      brand: brandOf(product, ctx),
      images: [...new Set(assets.map(({ preview }) => imageUrl(preview)))].map((url) => ({ url })),
      variants: product.variants.filter(sold).map((variant) => ({
        variantId: String(variant.id),
        title: inLanguage(variant.translations, ctx),
        size: sizeOf(variant, ctx),
        sku: variant.sku,
        barcode: variant.customFields.barcode,
        inventory: levels
          .filter(({ productVariantId }) => productVariantId === variant.id)
          .map((level) => ({
            locationId: String(level.stockLocationId),
            quantity: Math.max(0, level.stockOnHand - level.stockAllocated),
          })),
      })),
    };
  });
  const fit = products.filter(
    ({ brand, images, variants }) => brand && images.length > 0 && variants.length > 0,
  );
  const left = products.filter((one) => !fit.includes(one)).map(({ productId }) => productId);
  if (left.length > 0)
    Logger.warn(`not on the network for lack of brand, image or variants: ${left.join(', ')}`, 'hub');
  return { products: fit, nextCursor: found.length > limit ? String(page.at(-1)?.id) : null };
}
