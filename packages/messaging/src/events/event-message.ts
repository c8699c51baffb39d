import { droppedOfEvent, readEnvelope, readEventData, type Envelope, type Verdict } from '@hub/contract';
import type { z } from 'zod';
import { HEADER, type Delivery } from '../broker/delivery';
import type { EventInput } from './event-consumer';
import { bodySha256, type LedgerKey } from './ledger';

/** An event message parsed as far as its envelope. */
export interface EventMessage {
  delivery: Delivery;
  key: LedgerKey;
  envelope: Envelope;
}

/** Its data parsed too: valid for the handler, or with the verdict of the schema or of `skipIf`. */
export type ReadEvent<T> = { kind: 'valid'; input: EventInput<T> } | { kind: 'answered'; verdict: Verdict };

/**
 * Parses shop and envelope; null: not a message the ingress could have sent. The ingress has judged its time (D3): a
 * slow clock here makes nothing unreadable.
 */
export function readEventMessage(delivery: Delivery): EventMessage | null {
  const shopId = delivery.headers[HEADER.shopId];
  const read = readEnvelope(delivery.content, Number.MAX_SAFE_INTEGER);
  if (typeof shopId !== 'number' || !read.ok) return null;
  const { envelope } = read;
  const key = {
    shopId,
    eventId: envelope.event_id,
    event: envelope.event,
    bodySha256: bodySha256(delivery.content),
  };
  return { delivery, key, envelope };
}

export function readEvent<S extends z.ZodType>(
  message: EventMessage,
  spec: { data: S; skipIf?(data: unknown): Verdict | null },
  now: number,
): ReadEvent<z.output<S>> {
  const { envelope, key, delivery } = message;
  const skipped = spec.skipIf?.(envelope.data);
  if (skipped) return { kind: 'answered', verdict: skipped };
  const read = readEventData(spec.data, envelope.data);
  if (!read.ok) return { kind: 'answered', verdict: read.refusal };
  const receivedAt = receivedAtOf(delivery, now);
  return {
    kind: 'valid',
    input: {
      shopId: key.shopId,
      eventId: key.eventId,
      occurredAt: envelope.occurred_at,
      data: read.data,
      dropped: droppedOfEvent(spec.data, envelope.data).map(({ field }) => field),
      correlation: delivery.correlation,
      replyTo: delivery.replyTo,
      receivedAt,
      now,
      latestNow: Math.max(now, receivedAt),
    },
  };
}

/** A message that lost the header counts as received now. */
function receivedAtOf(delivery: Delivery, now: number): number {
  const at = delivery.headers[HEADER.receivedAt];
  return typeof at === 'number' ? at : now;
}
