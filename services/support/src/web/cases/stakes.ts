import type { AtRisk } from '@hub/support-desk';

/** What customers paid for what is in difficulty, a sum for each currency, such as `149.00 EUR`. Pure. */
export function stakesOf(risks: readonly AtRisk[]): string[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of risks)
    if (amount !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + Number(amount));
  return [...sums].map(([currency, sum]) => `${sum.toFixed(2)} ${currency}`);
}
