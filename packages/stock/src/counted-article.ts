import { isRestrictedGtin } from '@hub/contract';

/**
 * The article that a variant's link counts for; null: none. A link to a restricted number was made by barcode before such
 * numbers linked nothing: it stops counting at once, and the shop's next catalogue run undoes it (D14).
 */
export function countedArticle(gtin: string | null): string | null {
  return gtin === null || isRestrictedGtin(gtin) ? null : gtin;
}
