import type { Envelope } from '@hub/contract';

/** Of a larger body only the bytes are kept while it is undecided. */
const KEPT_PARSED_BYTES = 16 * 1024;

/**
 * An envelope without the data of a large body (D36): parsed, half a megabyte of empty lists takes twenty times its
 * bytes, and only the bytes are counted. Code that needs the data reads it from the body again.
 */
export function withoutLargeData(envelope: Envelope, body: Buffer): Envelope {
  return isLarge(body) ? { ...envelope, data: {} } : envelope;
}

export function isLarge(body: Buffer | null): body is Buffer {
  return body !== null && body.length > KEPT_PARSED_BYTES;
}
