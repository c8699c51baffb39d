/** Fields of a delivery address, under the contract's names. The country cannot be corrected: VAT and routing depend on it. */
export const ADDRESS_FIELDS = [
  { field: 'name', label: 'Name', required: true },
  { field: 'company', label: 'Company', required: false },
  { field: 'address_line1', label: 'Street', required: true },
  { field: 'address_line2', label: 'Street, second line', required: false },
  { field: 'zip', label: 'Postcode', required: true },
  { field: 'city', label: 'City', required: true },
  { field: 'province', label: 'Province', required: false },
  { field: 'country_code', label: 'Country', hint: 'two letters; cannot change', required: true },
  { field: 'phone', label: 'Phone', required: false },
  { field: 'email', label: 'E-mail', required: false },
  { field: 'latitude', label: 'Latitude', hint: 'with longitude, or neither', required: false },
  { field: 'longitude', label: 'Longitude', required: false },
] as const satisfies readonly { field: string; label: string; hint?: string; required: boolean }[];
export type AddressField = (typeof ADDRESS_FIELDS)[number]['field'];

/** The entries of the form. */
export type AddressEntries = Partial<Record<AddressField, string>>;

const COORDINATES: readonly AddressField[] = ['latitude', 'longitude'];

/** Reads the form. @param body of the request, read as a form */
export function readEntries(body: unknown): AddressEntries {
  const given: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const entries: AddressEntries = {};
  for (const { field } of ADDRESS_FIELDS) {
    const value = given[field];
    if (typeof value === 'string' && value.trim() !== '') entries[field] = value.trim();
  }
  return entries;
}

/** The address of the entries; a number that cannot be read stays text, so that the rules report its field. */
export function addressOf(entries: AddressEntries): Record<string, string | number> {
  const address: Record<string, string | number> = {};
  for (const { field } of ADDRESS_FIELDS) {
    const text = entries[field];
    if (text === undefined) continue;
    const isNumber = COORDINATES.includes(field) && Number.isFinite(Number(text));
    address[field] = isNumber ? Number(text) : text;
  }
  return address;
}

/** The entries for a stored address. */
export function entriesOf(address: Readonly<Record<string, unknown>>): AddressEntries {
  const entries: AddressEntries = {};
  for (const { field } of ADDRESS_FIELDS) {
    const value = address[field];
    if (typeof value === 'string' || typeof value === 'number') entries[field] = String(value);
  }
  return entries;
}
