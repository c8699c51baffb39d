/** A body that may have been signed in place of the one that was sent, and how it differs. Null: the same bytes. */
export interface BodyForm {
  bytes: Buffer;
  slip: { code: string; message: string } | null;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const compact = (value: unknown) => JSON.stringify(value);

type Change = readonly [code: string, message: string, change: (body: Buffer) => Buffer | null];

/** The usual mistakes between signing a body and sending it, the likeliest first. */
const CHANGES: readonly Change[] = [
  ['trailing_newline', 'the body was sent with a line end after it that was not signed', withoutLineEnd],
  ['trailing_newline', 'a line end after the body was signed and not sent', (body) => append(body, '\n')],
  [
    'trailing_newline',
    'a line end (CR LF) after the body was signed and not sent',
    (body) => append(body, '\r\n'),
  ],
  ['line_ends', 'line ends were signed as LF and sent as CR LF', (body) => replaced(body, /\r\n/g, '\n')],
  ['line_ends', 'line ends were signed as CR LF and sent as LF', (body) => replaced(body, /\r?\n/g, '\r\n')],
  ['byte_order_mark', 'a byte order mark was sent and not signed', withoutMark],
  ['byte_order_mark', 'a byte order mark was signed and not sent', (body) => Buffer.concat([BOM, body])],
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
    (body) => Buffer.from(body.toString('utf8'), 'latin1'),
  ],
  [
    'character_set',
    'the body was signed as UTF-16 and sent as UTF-8',
    (body) => Buffer.from(body.toString('utf8'), 'utf16le'),
  ],
];

/** The body as it was sent, then what may have been signed in its place; without duplicates. */
export function bodyForms(body: Buffer): BodyForm[] {
  const forms: BodyForm[] = [{ bytes: body, slip: null }];
  for (const [code, message, change] of CHANGES) {
    const bytes = change(body);
    if (bytes && !forms.some((form) => form.bytes.equals(bytes)))
      forms.push({ bytes, slip: { code, message } });
  }
  return forms;
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

function rewritten(write: (value: unknown) => string | null): (body: Buffer) => Buffer | null {
  return (body) => {
    try {
      const text = write(JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')));
      return text === null ? null : Buffer.from(text);
    } catch {
      return null;
    }
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
