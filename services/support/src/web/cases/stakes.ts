import { DecimalSum, inPlaces, ROUNDING_PLACES } from '@hub/desk/money';
import type { AtRisk } from '@hub/desk/problems';
import { money } from '@hub/desk/words';

/** What customers paid for the items in difficulty, an exact sum for each currency, such as `1 149.00 EUR`. */
export function stakesOf(risks: readonly Pick<AtRisk, 'amount' | 'currency'>[]): string[] {
  const sums = new Map<string, DecimalSum>();
  for (const { amount: paid, currency } of risks)
    if (paid !== null && currency !== null)
      sums.set(currency, (sums.get(currency) ?? new DecimalSum()).add(paid));
  return [...sums].map(([currency, sum]) => money(inPlaces(sum.text(ROUNDING_PLACES), currency), currency));
}
