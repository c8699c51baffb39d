import type { VariantChange } from './stock-book';

interface Nudge {
  payload: { gtin: string };
  correlation: string;
}

/**
 * What follows a change of stock, one message for each article: where stock arrived and lines wait for it they are
 * served first, and whoever serves them has the quantities worked out then (D16); else they are worked out at once.
 * Nothing follows for a variant that is not linked, nor where neither stock nor what is committed of it changed.
 * @param freed articles of which less is committed than before
 */
export function decideNudges(
  changes: readonly Pick<VariantChange, 'gtin' | 'rise' | 'linesWait' | 'correlation'>[],
  freed: ReadonlySet<string>,
): { serve: Nudge[]; recalculate: Nudge[] } {
  const serve = new Map<string, Nudge>();
  const recalculate = new Map<string, Nudge>();
  for (const { gtin, rise, linesWait, correlation } of changes) {
    if (gtin === null || (rise === 0 && !freed.has(gtin))) continue;
    const arrived = rise > 0 || freed.has(gtin);
    const nudges = arrived && linesWait ? serve : recalculate;
    if (!nudges.has(gtin)) nudges.set(gtin, { payload: { gtin }, correlation });
  }
  const alone = [...recalculate.values()].filter(({ payload }) => !serve.has(payload.gtin));
  return { serve: [...serve.values()], recalculate: alone };
}
