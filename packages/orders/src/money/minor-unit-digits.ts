/**
 * Currencies whose ISO 4217 minor unit is not a hundredth. `Intl` is no source for this: it gives customary digits
 * (CLDR), with no decimals for the forint or the rupiah and none for the Iraqi dinar.
 */
const DIGITS = new Map<string, number>([
  ...withDigits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...withDigits(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...withDigits(4, 'CLF UYW'),
]);

/** Decimals of a currency's minor unit by ISO 4217 (D24). */
export function minorUnitDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

function withDigits(digits: number, currencies: string): [string, number][] {
  return currencies.split(' ').map((currency) => [currency, digits]);
}
