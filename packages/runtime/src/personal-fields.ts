// Written by `npm run docs` from the marks in packages/contract/src/events; a test compares. Do not edit.

/** Names of the customer's fields in events (D29). */
export const PERSONAL_FIELD_NAMES: readonly string[] = [
  'address_line1',
  'address_line2',
  'city',
  'company',
  'customer_note',
  'email',
  'latitude',
  'longitude',
  'name',
  'phone',
  'province',
  'zip',
];
