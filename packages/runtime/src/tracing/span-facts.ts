import type { SpanPlace } from './trace-ids';

/**
 * All that a span may contain (D29): our own names, kinds and counts, ids of shops and messages. No text that a store
 * or a customer wrote, no path, no reference.
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

/** One piece of work, reported when it has ended. */
export interface SpanFacts {
  name: string;
  kind: 'server' | 'producer' | 'consumer' | 'client' | 'internal';
  /** Its trace; empty: none, and nothing is reported. */
  correlation: string;
  /** Its id, if one was assigned before; otherwise a new one. */
  spanId?: string;
  /** The parent span; the root of its trace, unless given; null: it is the root. */
  parentId?: string | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  /** Its causes, or work done together with it, in other traces. */
  links?: readonly SpanPlace[];
  /** Moments within it, such as each attempt of a call. */
  moments?: readonly { name: string; at: number; attributes: Attributes }[];
  failed?: boolean;
}

const NAMES: ReadonlySet<string> = new Set(ATTRIBUTES);
/** The form of our names, codes and ids: no blank, no `@`, nothing that could hold a person's name, address or contact. */
const WORD = /^[A-Za-z0-9_.:-]{1,128}$/;

/** The attributes that are sent: unlisted names and texts that are not our own are removed. */
export function allowedAttributes(attributes: Attributes): Record<string, string | number> {
  const allowed: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes))
    if (NAMES.has(name) && isAllowed(value)) allowed[name] = value;
  return allowed;
}

function isAllowed(value: unknown): value is string | number {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && WORD.test(value);
}
