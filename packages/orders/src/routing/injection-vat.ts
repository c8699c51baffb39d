import type { InjectionVat } from '@hub/database';
import type { ApplicableVat } from './routing-facts';

/**
 * The injection VAT added to a shipping shop's payout (contract, "Money rules" 7; D24): that of its own country,
 * depending on its sheet: only if the selling shop is in the same country, always, or never.
 * @param rates by country, as exact decimals
 */
export function injectionVatOf(
  shop: { country: string; injectionVat: InjectionVat },
  sellingCountry: string,
  rates: ReadonlyMap<string, string>,
): ApplicableVat {
  const applies =
    shop.injectionVat === 'always' || (shop.injectionVat === 'domestic' && shop.country === sellingCountry);
  return { applies, rate: applies ? (rates.get(shop.country) ?? null) : null };
}
