import { variantKeyText, type ChosenVariant, type RoutingDecision } from '@hub/orders';

/**
 * Under the locks: the decisions, taken one after the other, whose choice is still there, active and of the article it
 * was chosen for.
 */
export function confirmStock<T extends { decision: RoutingDecision }>(
  decided: readonly T[],
  locked: readonly ChosenVariant[],
): T[] {
  const variants = new Map(locked.map((variant) => [variantKeyText(variant), variant]));
  const free = new Map(locked.map((variant) => [variantKeyText(variant), variant.free]));
  return decided.filter(({ decision }) => {
    const wanted = new Map<string, bigint>();
    for (const { chosen, quantity, gtin } of decision.lines) {
      if (!chosen) return false;
      const key = variantKeyText(chosen);
      const variant = variants.get(key);
      if (variant?.state !== 'active' || variant.gtin !== gtin) return false;
      wanted.set(key, (wanted.get(key) ?? 0n) + BigInt(quantity));
    }
    const isThere = [...wanted].every(([key, pieces]) => pieces <= (free.get(key) ?? 0n));
    if (isThere) for (const [key, pieces] of wanted) free.set(key, (free.get(key) ?? 0n) - pieces);
    return isThere;
  });
}
