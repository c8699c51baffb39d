import type { VariantChange } from './stock-book';

/** An article whose network quantities are to be worked out. */
export interface ChangedArticle {
  payload: { gtin: string };
  correlation: string;
}

/**
 * What follows a change of stock: each article's network quantities are worked out, once (D16). Nothing follows for a
 * variant that is not linked, nor where neither stock nor what is committed of it changed.
 * @param freed articles of which less is committed than before
 */
export function decideNudges(
  changes: readonly Pick<VariantChange, 'gtin' | 'rise' | 'correlation'>[],
  freed: ReadonlySet<string>,
): ChangedArticle[] {
  const articles = new Map<string, ChangedArticle>();
  for (const { gtin, rise, correlation } of changes) {
    if (gtin === null || (rise === 0 && !freed.has(gtin)) || articles.has(gtin)) continue;
    articles.set(gtin, { payload: { gtin }, correlation });
  }
  return [...articles.values()];
}
