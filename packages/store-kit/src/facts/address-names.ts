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
 * named is called the same there. A text that the platform keeps in parts has several: read joined, written into the first. The e-mail
 * is the customer's, not the address's.
 */
export function addressNames(
  names: Readonly<Partial<Record<(typeof TEXTS)[number], string | readonly string[]>>>,
) {
  const pairs = TEXTS.map((ours) => ({ ours, theirs: [names[ours] ?? ours].flat() }));
  return {
    /** What the platform has not is empty where the contract wants a text, else left out. */
    read: (theirs: object): Address => {
      const given = new Map<string, unknown>(Object.entries(theirs));
      const found = pairs.map(({ ours, theirs: parts }): [string, string] => [
        ours,
        parts.flatMap((part) => textOf(given.get(part))).join(' '),
      ]);
      const address: Address = { ...EMPTY, ...Object.fromEntries(found.filter(([, text]) => text !== '')) };
      return { ...address, countryCode: address.countryCode.toUpperCase() };
    },
    /** What the address has not is left out. */
    write: (address: Address): Record<string, string> =>
      Object.fromEntries(
        pairs.flatMap(({ ours, theirs: [first = ours] }) =>
          textOf(address[ours]).map((text) => [first, text]),
        ),
      ),
  };
}

const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
