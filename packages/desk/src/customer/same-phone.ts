import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Shorter numbers are no telephone numbers: they would match too many orders. */
const FEWEST_DIGITS = 6;

function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

/** The last digits of a number, which every way of writing it has. @returns null if it is no telephone number */
export function lastDigitsOf(phone: string): string | null {
  const digits = digitsOf(phone);
  return digits.length < FEWEST_DIGITS ? null : digits.slice(-FEWEST_DIGITS);
}

/**
 * Whether two texts are the same telephone number, whichever way each is written: `+46 70 …`, `0046 70 …` or `070 …`.
 * @param countries ISO 3166-1 codes of where a national number may be from
 */
export function isSamePhone(one: string, other: string, countries: readonly string[]): boolean {
  const last = lastDigitsOf(one);
  if (last === null || last !== lastDigitsOf(other)) return false;
  if (digitsOf(one) === digitsOf(other)) return true;
  const numbers = new Set(internationalNumbers(one, countries));
  return internationalNumbers(other, countries).some((number) => numbers.has(number));
}

/** A number as E.164, for each country that it may be from. */
function internationalNumbers(phone: string, countries: readonly string[]): string[] {
  // `00` dials abroad in most countries; no national number begins with it.
  const text = phone.trim().replace(/^00/, '+');
  const national = countries.flatMap((country) => (isSupportedCountry(country) ? [country] : []));
  return [undefined, ...national].flatMap(
    (country) => parsePhoneNumberFromString(text, country)?.number ?? [],
  );
}
