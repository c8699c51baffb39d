import { DEAD_LETTERS_QUEUE, isDelayQueue } from '../topology';

/** How the broker dead-lettered a message. */
export interface BrokerDeath {
  /** The queue it was dead-lettered from. */
  queue: string;
  /** The broker's reason: `delivery_limit`, `rejected`, `maxlen`, `expired`. */
  reason: string;
  /** ISO time, in seconds. */
  at: string | null;
}

/** Written by RabbitMQ (3.10 and 4), about this delivery and the ones before. */
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
 * Reads `x-death`, latest first. To the broker a stay in a delay queue is a death, to us it is not, so the queue of the
 * first or the last death (which have separate headers) says nothing.
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
 * The headers that a copy of a message keeps. With the broker's headers a later stay in a delay queue could look like a
 * cycle, which RabbitMQ breaks by dropping the message.
 */
export function withoutBrokerHeaders(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = { ...headers };
  for (const name of BROKER_HEADERS) delete kept[name];
  return kept;
}

function fieldsOf(entry: unknown): Record<string, unknown> {
  return typeof entry === 'object' && entry !== null ? { ...entry } : {};
}

/** A timestamp as amqplib gives it: `{ '!': 'timestamp', value: <seconds> }`. */
function isoTime(time: unknown): string | null {
  const seconds = fieldsOf(time)['value'];
  const ms = typeof seconds === 'number' ? seconds * 1_000 : Number.NaN;
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;
}
