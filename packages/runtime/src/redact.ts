import { types } from 'node:util';
import { PERSONAL_FIELD_NAMES } from './personal-fields';

const REDACTED = '[redacted]';

/** A log line deeper, wider or longer than this is truncated: it is for people to read. */
const MAX_DEPTH = 8;
const MAX_NODES = 2_000;
const MAX_TEXT = 8_192;

/** Other names of personal data, and of secrets, without case, `_` and `-`. */
const OTHER_PRIVATE_KEYS =
  'firstname lastname address street postcode shippingaddress shipto authorization bearertoken token apikey cookie ' +
  'setcookie password secret secrets signingsecret signingsecrets signature xhubsignature encryptionkey hubencryptionkey';

/** Names of fields that hold a secret or personal data (D29). */
const PRIVATE_KEYS = new Set([...PERSONAL_FIELD_NAMES.map(plain), ...OTHER_PRIVATE_KEYS.split(' ')]);

/** Whether any of the patterns below can match at all: this one test is enough for most texts. */
const SUSPICIOUS = /@|%40|sha256=|\b(?:bearer|basic)\s/i;

/** Private data by its form, anywhere. Repetitions are bounded, so that no text is costly. */
const PRIVATE_TEXT: readonly [pattern: RegExp, replacement: string][] = [
  [/:\/\/[^\s"'<>]{0,2048}@/g, `://${REDACTED}@`], // user:password in a URL, up to the last @
  [/[^\s@/<>"'(),:;=[\]]{1,128}(?:@|%40)[^\s@/<>"'(),:;[\]]{1,255}\.\p{L}{2,24}/giu, REDACTED], // an e-mail address
  [/sha256=[0-9a-f]+/gi, `sha256=${REDACTED}`],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${REDACTED}`],
];

/** The text without credentials in URLs, e-mail addresses, signatures and tokens; truncated after 8192 characters. */
export function redactText(text: string): string {
  let clean = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  if (!SUSPICIOUS.test(clean)) return clean;
  for (const [pattern, replacement] of PRIVATE_TEXT) clean = clean.replace(pattern, replacement);
  return clean;
}

/**
 * A copy of a log record's fields fit for JSON, without secrets and personal data at any depth (D29): by the names of
 * fields and by the form of texts. Of an error only name, code, message, stack and cause are kept, not what libraries
 * attach (requests with their headers, rows).
 */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return new Redaction().object(fields, 0);
}

class Redaction {
  private nodes = 0;

  object(source: object, depth: number): Record<string, unknown> {
    const clean: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(source)) {
      clean[key] =
        isPrivate(key) && value !== null && value !== undefined ? REDACTED : this.value(value, depth);
    }
    return clean;
  }

  private value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    this.nodes += 1;
    if (depth >= MAX_DEPTH || this.nodes > MAX_NODES) return '[cut]';
    return this.composite(value, depth + 1);
  }

  private composite(value: object, depth: number): unknown {
    if (isError(value)) return this.error(value, depth);
    if (Array.isArray(value)) return value.map((item) => this.value(item, depth));
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (value instanceof Map) return this.object(Object.fromEntries(value), depth);
    if (value instanceof Set) return [...value].map((item) => this.value(item, depth));
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.value(value.toJSON(), depth);
    return this.object(value, depth);
  }

  private error(error: Error, depth: number): Record<string, unknown> {
    const clean: Record<string, unknown> = { name: error.name, message: redactText(error.message) };
    if ('code' in error) clean['code'] = this.value(error.code, depth);
    if (error.stack !== undefined) clean['stack'] = redactText(error.stack);
    if (error.cause !== undefined) clean['cause'] = this.value(error.cause, depth);
    if (error instanceof AggregateError) clean['errors'] = this.value(error.errors, depth);
    return clean;
  }
}

function isError(value: object): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

const knownKeys = new Map<string, boolean>();

/** Caches its answers: the keys of log records are few and repeat. */
function isPrivate(key: string): boolean {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const answer = PRIVATE_KEYS.has(plain(key));
  if (knownKeys.size < 1_000 && key.length < 64) knownKeys.set(key, answer);
  return answer;
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[_\- ]/g, '');
}
