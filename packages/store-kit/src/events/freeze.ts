import { randomUUID } from 'node:crypto';
import { storableText } from '@hub/contract';
import type { QueuedEvent } from '../storage';

interface NewEvent {
  event: string;
  key: string | null;
  subject: string | null;
  data: object;
}

/** The event with its id, its time and the exact text of its body: what every attempt sends. */
export function freeze({ event, key, subject, data }: NewEvent, nowMs: number): QueuedEvent {
  const eventId = randomUUID();
  const queuedAt = new Date(nowMs);
  const envelope = { spec_version: '1', event, event_id: eventId, occurred_at: queuedAt.toISOString(), data };
  return { eventId, event, key, subject, body: JSON.stringify(envelope, storable), queuedAt };
}

/** The same data as a new event: a refused one cannot be made to count any more. */
export function freezeAgain(parked: QueuedEvent, nowMs: number): QueuedEvent {
  const { data }: { data: object } = JSON.parse(parked.body);
  return freeze({ ...parked, data }, nowMs);
}

/** D7: what no database holds (NUL, half a surrogate pair) would have a paid order refused. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value;
}
