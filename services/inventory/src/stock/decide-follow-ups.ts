import type { FreedStock } from '@hub/stock';
import { variantText } from './stock-facts';
import type { VariantChange } from './stock-batch';

/** What a batch of events changed that may affect network quantities. */
export interface StockEffects {
  variants: readonly Pick<VariantChange, 'shopId' | 'variantId' | 'gtin' | 'delta' | 'correlation'>[];
  /** Variants with less committed than before. */
  freed: readonly FreedStock[];
  /** Variants whose store shows more than the target. */
  shownAbove: readonly { gtin: string | null; correlation: string }[];
}

/** An article whose network quantities need a recalculation. */
export interface ChangedArticle {
  payload: { gtin: string; fallen?: number };
  correlation: string;
}

/**
 * What follows a change of stock: each article's network quantities are recalculated, once (D16). Where pieces were
 * only taken, the message says how many: usually nothing has to be sent at once then. Nothing follows for a variant
 * that is not linked, nor where as much is free as before: a decrease that ends reservations was counted when they were
 * made.
 */
export function decideFollowUps({ variants, freed, shownAbove }: StockEffects): ChangedArticle[] {
  const articles = new Map<string, ChangedArticle>();
  const committedLess = new Map(freed.map((stock) => [variantText(stock), stock.pieces]));
  for (const variant of variants) {
    const { gtin, delta, correlation } = variant;
    const change = delta + (committedLess.get(variantText(variant)) ?? 0);
    if (gtin === null || change === 0) continue;
    articles.set(gtin, follow(articles.get(gtin) ?? { payload: { gtin, fallen: 0 }, correlation }, change));
  }
  for (const { gtin, correlation } of shownAbove)
    if (gtin !== null) articles.set(gtin, { payload: { gtin }, correlation });
  return [...articles.values()];
}

/** One increase is enough for a recalculation. */
function follow({ payload, correlation }: ChangedArticle, change: number): ChangedArticle {
  const { gtin, fallen } = payload;
  if (fallen === undefined || change > 0) return { payload: { gtin }, correlation };
  return { payload: { gtin, fallen: fallen - change }, correlation };
}
