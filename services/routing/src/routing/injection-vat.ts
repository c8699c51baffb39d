import type { InjectionVat } from '@hub/database';

/**
 * The injection VAT that goes onto a shipping shop's payout (contract, "Money rules" 7; D24): its own country's,
 * as its sheet says: only where the selling shop is in the same country, always, or never.
 * @param rates by country, as exact decimals
 * @returns null where none applies, `missing` where it does and no rate is known
 */
export function injectionVatOf(
  shop: { country: string; injectionVat: InjectionVat },
  sellingCountry: string,
  rates: ReadonlyMap<string, string>,
): string | null | 'missing' {
  const applies =
    shop.injectionVat === 'always' || (shop.injectionVat === 'domestic' && shop.country === sellingCountry);
  return applies ? (rates.get(shop.country) ?? 'missing') : null;
}
