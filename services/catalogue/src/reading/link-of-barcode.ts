import { isRestrictedGtin, toGtin14 } from '@hub/contract';

/** Why a variant is not linked to an article (D14); shown by `hub catalogue report` and to support. */
export type LinkProblem =
  | 'missing_barcode'
  | 'invalid_barcode'
  | 'restricted_barcode'
  | 'duplicate_barcode'
  | 'article_taken';

/** The article that a barcode names, or why it names none. Duplicates in the shop are found when all is read. */
export function linkOfBarcode(barcode: string | undefined): {
  gtin: string | null;
  linkProblem: LinkProblem | null;
} {
  if (barcode === undefined) return { gtin: null, linkProblem: 'missing_barcode' };
  const gtin = toGtin14(barcode);
  if (gtin === null) return { gtin, linkProblem: 'invalid_barcode' };
  return isRestrictedGtin(gtin)
    ? { gtin: null, linkProblem: 'restricted_barcode' }
    : { gtin, linkProblem: null };
}
