import type { ChosenVariant, RoutingDecision } from '@hub/orders';
import { LockedStock, type WantedPieces } from '@hub/stock';

/**
 * Under the locks: the decisions, taken one after the other, whose choice still gives what it was chosen for
 * (`LockedStock`).
 */
export function confirmStock<T extends { decision: RoutingDecision }>(
  decided: readonly T[],
  locked: readonly ChosenVariant[],
): T[] {
  const stock = new LockedStock(locked);
  return decided.filter(({ decision: { lines } }) => {
    const wanted = lines.flatMap(({ chosen, gtin, quantity }): WantedPieces[] =>
      chosen ? [{ ...chosen, gtin, quantity }] : [],
    );
    const isThere = wanted.length === lines.length && stock.fallingShort(wanted).length === 0;
    if (isThere) stock.take(wanted);
    return isThere;
  });
}
