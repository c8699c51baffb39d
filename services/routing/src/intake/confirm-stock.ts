import type { ChosenVariant } from '@hub/orders/arrivals';
import type { RoutingDecision } from '@hub/orders/routing';
import { LockedStock, type RequestedPieces } from '@hub/stock';

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
    const requested = lines.flatMap(({ chosen, gtin, quantity }): RequestedPieces[] =>
      chosen ? [{ ...chosen, gtin, quantity }] : [],
    );
    const isThere = requested.length === lines.length && stock.fallingShort(requested).length === 0;
    if (isThere) stock.take(requested);
    return isThere;
  });
}
