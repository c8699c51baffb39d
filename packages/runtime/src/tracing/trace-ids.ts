import { createHash } from 'node:crypto';

/** The position of a span: its trace, and its id (W3C Trace Context). Hex digits, 32 and 16. */
export interface SpanPlace {
  traceId: string;
  spanId: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NONE = /^0+$/;

/**
 * The trace of a correlation: the id itself if it is a UUID, as those of the ingress are. Every message and row already
 * has it; it survives retries, failed messages and replays, and so needs no separate header.
 */
export function traceIdOf(correlation: string): string {
  return isTraceId(correlation) ? correlation.replaceAll('-', '') : hashed(correlation, 32);
}

/** Whether a correlation can be read off its trace id. */
export function isTraceId(correlation: string): boolean {
  return UUID.test(correlation);
}

/**
 * The span in which a message was sent: the second half of its id, if that is a UUID. An event's message id is its
 * correlation, the root of its trace.
 */
export function spanIdOf(messageId: string): string {
  return UUID.test(messageId) ? messageId.slice(19, 23) + messageId.slice(24) : hashed(messageId, 16);
}

/**
 * Whether a trace is sampled: by its id, so that every process decides alike.
 *
 * @param ratio 0 to 1
 */
export function isSampled(correlation: string, ratio: number): boolean {
  if (ratio >= 1) return true;
  const first = isTraceId(correlation) ? correlation.slice(0, 8) : hashed(correlation, 8);
  return Number.parseInt(first, 16) < ratio * 2 ** 32;
}

/** The root of a correlation's trace: the request that brought the event. */
export function rootOf(correlation: string): SpanPlace {
  return { traceId: traceIdOf(correlation), spanId: spanIdOf(correlation) };
}

/** The header `traceparent` of a call to a store. */
export function traceparentOf({ traceId, spanId }: SpanPlace): string {
  return `00-${traceId}-${spanId}-01`;
}

/** A sender's `traceparent`: null if it is invalid. Nothing else of it is used, and no longer one is read. */
export function readTraceparent(header: string | undefined): SpanPlace | null {
  if (header === undefined || header.length > 55) return null;
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || NONE.test(traceId) || NONE.test(spanId)) return null;
  return { traceId, spanId };
}

function hashed(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
