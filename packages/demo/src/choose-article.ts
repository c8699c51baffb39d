import { toGtin14 } from '@hub/contract';
import type { CatalogueProduct } from '@hub/store-simulator';
import { LOCATION_ID } from './shop-plan';

/** One article as a shop lists it. */
export interface ListedArticle {
  variantId: string;
  title: string;
  stock: number;
}

/** An article that the selling shop lacks and every other shop has. */
export interface DemoArticle {
  gtin: string;
  title: string;
  /** By slug. */
  at: ReadonlyMap<string, ListedArticle>;
}

/** Enough for the whole journey at each shop. */
const ENOUGH = 3;

/**
 * The article for the journey: nothing of it at the selling shop, at least three pieces at each other, and fewer at the
 * first (the nearer) than elsewhere if possible, so that distance visibly decides. Null: none.
 */
export function chooseArticle(
  products: ReadonlyMap<string, CatalogueProduct[]>,
  sellingSlug: string,
): DemoArticle | null {
  const listed = new Map([...products].map(([slug, list]) => [slug, articlesOf(list)]));
  const fitting = [...(listed.get(sellingSlug) ?? [])].flatMap(([gtin, own]): DemoArticle[] => {
    if (own.stock > 0) return [];
    const at = new Map<string, ListedArticle>();
    for (const [slug, articles] of listed) {
      const article = articles.get(gtin);
      if (!article || (slug !== sellingSlug && article.stock < ENOUGH)) return [];
      at.set(slug, article);
    }
    return [{ gtin, title: own.title, at }];
  });
  return fitting.find((article) => firstHasLess(article, sellingSlug)) ?? fitting[0] ?? null;
}

function firstHasLess({ at }: DemoArticle, sellingSlug: string): boolean {
  const [first, ...others] = [...at].filter(([slug]) => slug !== sellingSlug).map(([, { stock }]) => stock);
  return first !== undefined && others.every((stock) => stock > first);
}

/** A shop's variants by article; one that two variants claim is linked to neither (D14). */
function articlesOf(products: CatalogueProduct[]): Map<string, ListedArticle> {
  const found = new Map<string, ListedArticle | null>();
  for (const product of products) {
    for (const variant of product.variants) {
      const gtin = variant.barcode === undefined ? null : toGtin14(variant.barcode);
      if (gtin === null) continue;
      const stock = variant.inventory.find((at) => at.location_id === LOCATION_ID)?.quantity ?? 0;
      const title = `${product.title}${variant.size === 'One size' ? '' : `, ${variant.size}`}`;
      found.set(gtin, found.has(gtin) ? null : { variantId: variant.variant_id, title, stock });
    }
  }
  return new Map([...found].flatMap(([gtin, article]) => (article ? [[gtin, article]] : [])));
}
