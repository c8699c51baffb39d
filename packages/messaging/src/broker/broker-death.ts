import { DEAD_LETTERS_QUEUE, isDelayQueue } from './topology';

/** How a message died by the broker's own hand. */
export interface BrokerDeath {
  /** The queue it died in. */
  queue: string;
  /** The broker's word: `delivery_limit`, `rejected`, `maxlen`, `expired`. */
  reason: string;
  /** ISO time, in seconds. */
  at: string | null;
}

/** Written by RabbitMQ (3.10 and 4), about this delivery and the way to it. */
const BROKER_HEADERS = [
  'x-death',
  'x-first-death-exchange',
  'x-first-death-queue',
  'x-first-death-reason',
  'x-last-death-exchange',
  'x-last-death-queue',
  'x-last-death-reason',
  'x-delivery-count',
  'x-acquired-count',
] as const;

/**
 * Reads `x-death`, latest first. A stay in a delay queue is a death to the broker and none to us, so the queue of the
 * first or the last death (which have headers of their own) says nothing.
 */
export function readBrokerDeath(headers: Readonly<Record<string, unknown>>): BrokerDeath | null {
  const deaths = headers['x-death'];
  if (!Array.isArray(deaths)) return null;
  for (const death of deaths as unknown[]) {
    const { queue, reason, time } = fieldsOf(death);
    if (typeof queue !== 'string' || queue === DEAD_LETTERS_QUEUE || isDelayQueue(queue)) continue;
    return { queue, reason: typeof reason === 'string' ? reason : 'unknown', at: isoTime(time) };
  }
  return null;
}

/**
 * What a copy of a message takes along. With the broker's headers a later stay in a delay queue could look like a
 * circle, which RabbitMQ breaks by dropping the message.
 */
export function withoutBrokerHeaders(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = { ...headers };
  for (const name of BROKER_HEADERS) delete kept[name];
  return kept;
}

function fieldsOf(entry: unknown): Record<string, unknown> {
  return typeof entry === 'object' && entry !== null ? { ...entry } : {};
}

/** As amqplib gives a timestamp: `{ '!': 'timestamp', value: <seconds> }`. */
function isoTime(time: unknown): string | null {
  const seconds = fieldsOf(time)['value'];
  const ms = typeof seconds === 'number' ? seconds * 1_000 : Number.NaN;
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;
}
