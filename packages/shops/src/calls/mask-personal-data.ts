import { PERSONAL_FIELD_NAMES, storableText } from '@hub/contract';

const MASK = '•••';

/**
 * Other names for personal data, and secrets, on stores' platforms; without case, `_` and `-`. A country does not
 * identify a person.
 */
const OTHER_PRIVATE_FIELDS =
  'firstname lastname fullname address address1 address2 street zipcode postcode postalcode mobile customer note ' +
  'bearertoken token apikey secret password authorization signature';

/** Names of fields that hold personal data or a secret (D29). */
const PRIVATE_FIELDS = new Set([...PERSONAL_FIELD_NAMES.map(plain), ...OTHER_PRIVATE_FIELDS.split(' ')]);

const EMAIL = /[^\s@<>"'(),:;[\]]{1,128}@[^\s@<>"'(),:;[\]]{1,255}/g;
/** Shorter texts would match in every other word. */
const MIN_REPEATED = 3;
const MAX_DEPTH = 20;
/** Each is looked for in every text (D36); no contract's body repeats more. Of a body with more no text is shown. */
const MOST_REPEATED = 100;

/**
 * A copy of a call's bodies for storage and display (D29): personal fields and e-mail addresses are replaced, and so is
 * every text of the request's personal fields that the answer repeats, such as in an error's message.
 */
export function maskCall(bodies: { request: unknown; response: unknown }): {
  request: unknown;
  response: unknown;
} {
  const repeated = new Set<string>();
  collect(bodies.request, repeated, 0);
  const longestFirst = [...repeated].toSorted((a, b) => b.length - a.length);
  return {
    request: masked(bodies.request, longestFirst, 0),
    response: masked(bodies.response, longestFirst, 0),
  };
}

/** The same for a single body, such as a shipping order of a dry run (D18). */
export function maskPersonalData(body: unknown): unknown {
  return maskCall({ request: body, response: null }).request;
}

function masked(value: unknown, repeated: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return maskedText(value, repeated);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((item) => masked(item, repeated, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) => [
      storableText(field),
      isPrivate(field) && content !== null ? MASK : masked(content, repeated, depth + 1),
    ]),
  );
}

function maskedText(text: string, repeated: readonly string[]): string {
  if (repeated.length > MOST_REPEATED) return MASK;
  return repeated
    .reduce((clean, known) => clean.replaceAll(known, MASK), storableText(text))
    .replace(EMAIL, MASK);
}

/** Texts in personal fields, as deep as a body is shown. */
function collect(value: unknown, texts: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return;
  for (const [field, content] of Object.entries(value)) {
    if (typeof content === 'string' && isPrivate(field) && content.length >= MIN_REPEATED) texts.add(content);
    else collect(content, texts, depth + 1);
  }
}

function isPrivate(field: string): boolean {
  return PRIVATE_FIELDS.has(plain(field));
}

function plain(field: string): string {
  return field.toLowerCase().replace(/[_-]/g, '');
}
