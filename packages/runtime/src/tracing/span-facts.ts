import type { SpanPlace } from './trace-ids';

/**
 * All that a span may say (D29): names, kinds and counts of our own, ids of shops and messages. No text that a store or a
 * customer wrote, no path, no reference.
 */
export const ATTRIBUTES = [
  'hub.attempts',
  'hub.code',
  'hub.count',
  'hub.correlation',
  'hub.event',
  'hub.failure',
  'hub.operation',
  'hub.outcome',
  'hub.shop_id',
  'hub.status',
  'http.request.method',
  'http.response.status_code',
  'messaging.batch.message_count',
  'messaging.destination.name',
  'messaging.message.id',
  'messaging.operation.name',
  'messaging.system',
] as const;
export type Attribute = (typeof ATTRIBUTES)[number];
export type Attributes = Partial<Record<Attribute, string | number | null | undefined>>;

/** One piece of work, told when it has ended. */
export interface SpanFacts {
  name: string;
  kind: 'server' | 'producer' | 'consumer' | 'client' | 'internal';
  /** The trace that it belongs to; empty: none, and nothing is told. */
  correlation: string;
  /** Where it was given out before; else a new one. */
  spanId?: string;
  /** The span of which it is a part; the root of its trace, unless given; null: it is the root. */
  parentId?: string | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  /** What it came from, or was done together with, in other traces. */
  links?: readonly SpanPlace[];
  /** Moments within it, such as each attempt of a call. */
  moments?: readonly { name: string; at: number; attributes: Attributes }[];
  failed?: boolean;
}

const NAMES: ReadonlySet<string> = new Set(ATTRIBUTES);
/** Of a name, code or id of ours: no blank, no `@`, nothing that could hold a person's name, address or contact. */
const WORD = /^[A-Za-z0-9_.:-]{1,128}$/;

/** What of attributes goes out: a name that is not listed and a text that is no word of ours do not. Pure. */
export function allowedAttributes(attributes: Attributes): Record<string, string | number> {
  const allowed: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes))
    if (NAMES.has(name) && isAllowed(value)) allowed[name] = value;
  return allowed;
}

function isAllowed(value: unknown): value is string | number {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && WORD.test(value);
}
