import type { Address } from './address';

const TEXTS = [
  'name',
  'company',
  'addressLine1',
  'addressLine2',
  'zip',
  'city',
  'province',
  'countryCode',
  'phone',
] as const satisfies (keyof Address)[];

const EMPTY = { name: '', addressLine1: '', zip: '', city: '', countryCode: '' };

/**
 * An address under a platform's names: `addressNames({ name: 'fullName', zip: 'postalCode' })` reads one, and writes one; what is not
 * named is called the same there. The e-mail is the customer's, not the address's.
 */
export function addressNames(names: Readonly<Partial<Record<(typeof TEXTS)[number], string>>>) {
  const pairs = TEXTS.map((ours): [string, string] => [ours, names[ours] ?? ours]);
  return {
    /** What the platform has not is empty where the contract wants a text, else left out. */
    read: (theirs: object): Address => ({ ...EMPTY, ...renamed(theirs, pairs) }),
    /** What the address has not is left out. */
    write: (address: Address): Record<string, string> =>
      renamed(
        address,
        pairs.map(([ours, theirs]) => [theirs, ours]),
      ),
  };
}

/** @param pairs the new name of each text, and the one it has */
function renamed(texts: object, pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(texts));
  return Object.fromEntries(
    pairs.flatMap(([to, from]) => {
      const text = given.get(from);
      return typeof text === 'string' && text !== '' ? [[to, text]] : [];
    }),
  );
}
