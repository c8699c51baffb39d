import {
  networkQuantities,
  type ArticleFacts,
  type NetworkQuantityTarget,
  type OfferedStock,
} from '@hub/stock';

/** What a variant's `HUB_Network` should show, and how far it may be raised now. */
export interface Target extends NetworkQuantityTarget {
  /** The article it was calculated for; null: the variant no longer has one. */
  gtin: string | null;
  /** What was shown before is not raised above this: the rest must be offered to waiting lines first (D16). */
  raisedTo: number;
}

/**
 * Stock of an article that no line waits for, or that was offered to all waiting lines: `all` of it, or these pieces.
 */
export type Offer = 'all' | readonly OfferedStock[];

/**
 * What the shops should show of an article (D16). Lowered at once, whatever waits; raised only up to the stock already
 * offered to waiting lines: stock that came since causes another calculation.
 */
export function decideTargets(article: ArticleFacts, offer: Offer): Target[] {
  const { gtin } = article;
  const quantities = networkQuantities(article);
  const offered = offer === 'all' ? quantities : networkQuantities(asOffered(article, offer));
  // Not `...quantity`, which takes half of the time of a thousand shops.
  return quantities.map(({ shopId, variantId, target }, index) => {
    const raisedTo = offered[index]?.target ?? 0;
    return { shopId, variantId, target, gtin, raisedTo };
  });
}

function asOffered(article: ArticleFacts, offer: readonly OfferedStock[]): ArticleFacts {
  const pieces = new Map<string, number>();
  for (const { shopId, variantId, pieces: offered } of offer) {
    const key = `${shopId}/${variantId}`;
    pieces.set(key, Math.max(offered, pieces.get(key) ?? 0));
  }
  return {
    ...article,
    variants: article.variants.map((variant) => ({
      ...variant,
      freeStock: Math.min(variant.freeStock, pieces.get(`${variant.shopId}/${variant.variantId}`) ?? 0),
    })),
  };
}
