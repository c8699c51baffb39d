/** A body that may have been signed in place of the one that was sent, and how it differs. Null: the same bytes. */
export interface BodyForm {
  bytes: Buffer;
  slip: { code: string; message: string } | null;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const compact = (value: unknown) => JSON.stringify(value);

/** What is sent, as bytes and as the JSON that it holds; `undefined`: it holds none that is written again. */
interface Sent {
  body: Buffer;
  json: unknown;
}

type Change = readonly [code: string, message: string, change: (sent: Sent) => Buffer | null];

/** Deeper JSON is not written again: indented, its length grows with the square of its depth. No event is as deep. */
const DEEPEST_REWRITTEN = 8;
/** A longer form was not signed in place of the body. It bounds the work, too. */
const LONGEST_TIMES = 4;

/** The usual mistakes between signing a body and sending it, the likeliest first. */
const CHANGES: readonly Change[] = [
  [
    'trailing_newline',
    'the body was sent with a line end after it that was not signed',
    ({ body }) => withoutLineEnd(body),
  ],
  ['trailing_newline', 'a line end after the body was signed and not sent', ({ body }) => append(body, '\n')],
  [
    'trailing_newline',
    'a line end (CR LF) after the body was signed and not sent',
    ({ body }) => append(body, '\r\n'),
  ],
  ['line_ends', 'line ends were signed as LF and sent as CR LF', ({ body }) => replaced(body, /\r\n/g, '\n')],
  [
    'line_ends',
    'line ends were signed as CR LF and sent as LF',
    ({ body }) => replaced(body, /\r?\n/g, '\r\n'),
  ],
  ['byte_order_mark', 'a byte order mark was sent and not signed', ({ body }) => withoutMark(body)],
  ['byte_order_mark', 'a byte order mark was signed and not sent', ({ body }) => Buffer.concat([BOM, body])],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: compact when signed',
    rewritten(compact),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: indented by two when signed',
    rewritten((value) => JSON.stringify(value, null, 2)),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: indented by four when signed',
    rewritten((value) => JSON.stringify(value, null, 4)),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: with spaces after commas and colons when signed',
    rewritten(spaced),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: with spaces and escaped letters when signed',
    rewritten((value) => escaped(spaced(value))),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: letters beyond ASCII escaped when signed',
    rewritten((value) => escaped(compact(value))),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: slashes escaped when signed',
    rewritten((value) => compact(value).replaceAll('/', '\\/')),
  ],
  [
    'serialised_again',
    'the JSON was written again between signing and sending: keys sorted when signed',
    rewritten((value) => compact(sorted(value))),
  ],
  ['part_of_the_body', 'only `data` was signed, not the whole body', rewritten(dataOf)],
  ['part_of_the_body', 'an empty body was signed', () => Buffer.alloc(0)],
  [
    'character_set',
    'the body was signed as Latin-1 and sent as UTF-8',
    ({ body }) => Buffer.from(body.toString('utf8'), 'latin1'),
  ],
  [
    'character_set',
    'the body was signed as UTF-16 and sent as UTF-8',
    ({ body }) => Buffer.from(body.toString('utf8'), 'utf16le'),
  ],
];

/** What may have been signed in place of the body that was sent; without duplicates. */
export function otherBodyForms(body: Buffer): BodyForm[] {
  const sent = { body, json: jsonIn(body) };
  const forms: BodyForm[] = [];
  for (const [code, message, change] of CHANGES) {
    const bytes = change(sent);
    if (!bytes || bytes.length > LONGEST_TIMES * body.length + BOM.length || bytes.equals(body)) continue;
    if (!forms.some((form) => form.bytes.equals(bytes))) forms.push({ bytes, slip: { code, message } });
  }
  return forms;
}

function jsonIn(body: Buffer): unknown {
  try {
    const json: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
    return isDeeperThan(DEEPEST_REWRITTEN, json) ? undefined : json;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(levels - 1, entry));
}

const append = (body: Buffer, end: string) => Buffer.concat([body, Buffer.from(end)]);

function withoutLineEnd(body: Buffer): Buffer | null {
  return replaced(body, /\r?\n$/, '');
}

function withoutMark(body: Buffer): Buffer | null {
  return body.subarray(0, BOM.length).equals(BOM) ? body.subarray(BOM.length) : null;
}

/** Byte by byte: a body need not be text. */
function replaced(body: Buffer, what: RegExp, by: string): Buffer {
  return Buffer.from(body.toString('latin1').replace(what, by), 'latin1');
}

function rewritten(write: (value: unknown) => string | null): (sent: Sent) => Buffer | null {
  return ({ json }) => {
    const text = json === undefined ? null : write(json);
    return text === null ? null : Buffer.from(text);
  };
}

/** As Python's `json.dumps` writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${spaced(entry)}`)
    .join(', ')}}`;
}

function escaped(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]));
}

function dataOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'data' in value ? JSON.stringify(value.data) : null;
}
