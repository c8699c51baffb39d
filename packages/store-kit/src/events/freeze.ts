import { storableText } from '@hub/contract';
import type { QueuedEvent } from '../storage';

interface Clock {
  now: () => number;
  newEventId: () => string;
}

interface NewEvent {
  event: string;
  key: string | null;
  subject: string | null;
  data: object;
}

/** The event with its id, its time and the exact text of its body: what every attempt sends. */
export function freeze({ event, key, subject, data }: NewEvent, { now, newEventId }: Clock): QueuedEvent {
  const eventId = newEventId();
  const queuedAt = new Date(now());
  const envelope = { spec_version: '1', event, event_id: eventId, occurred_at: queuedAt.toISOString(), data };
  return { eventId, event, key, subject, body: JSON.stringify(envelope, storable), queuedAt };
}

/** The same data as a new event: a refused one cannot be made to count any more. */
export function freezeAgain(parked: QueuedEvent, clock: Clock): QueuedEvent {
  const { data }: { data: object } = JSON.parse(parked.body);
  return freeze({ ...parked, data }, clock);
}

/** D7: what no database holds (NUL, half a surrogate pair) would have a paid order refused. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value;
}
