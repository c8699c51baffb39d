import type { FreedStock } from '@hub/stock';
import { variantText } from './stock-facts';
import type { VariantChange } from './stock-book';

/** What a batch of events changed that network quantities may follow from. */
export interface StockEffects {
  variants: readonly Pick<VariantChange, 'shopId' | 'variantId' | 'gtin' | 'rise' | 'correlation'>[];
  /** Of which less is committed than before. */
  freed: readonly FreedStock[];
  /** Variants whose store shows more than is wanted. */
  shownAbove: readonly { gtin: string | null; correlation: string }[];
}

/** An article whose network quantities are to be worked out. */
export interface ChangedArticle {
  payload: { gtin: string; fallen?: number };
  correlation: string;
}

/**
 * What follows a change of stock: each article's network quantities are worked out, once (D16). Where pieces only went,
 * it is said how many: mostly nothing is to be sent at once then. Nothing follows for a variant that is not linked, nor
 * where as much is free as before: a fall that ends reservations was known of when they were made.
 */
export function decideFollowUps({ variants, freed, shownAbove }: StockEffects): ChangedArticle[] {
  const articles = new Map<string, ChangedArticle>();
  const committedLess = new Map(freed.map((stock) => [variantText(stock), stock.pieces]));
  for (const variant of variants) {
    const { gtin, rise, correlation } = variant;
    const change = rise + (committedLess.get(variantText(variant)) ?? 0);
    if (gtin === null || change === 0) continue;
    articles.set(gtin, follow(articles.get(gtin) ?? { payload: { gtin, fallen: 0 }, correlation }, change));
  }
  for (const { gtin, correlation } of shownAbove)
    if (gtin !== null) articles.set(gtin, { payload: { gtin }, correlation });
  return [...articles.values()];
}

/** One rise, and the article is worked out. */
function follow({ payload, correlation }: ChangedArticle, change: number): ChangedArticle {
  const { gtin, fallen } = payload;
  if (fallen === undefined || change > 0) return { payload: { gtin }, correlation };
  return { payload: { gtin, fallen: fallen - change }, correlation };
}
