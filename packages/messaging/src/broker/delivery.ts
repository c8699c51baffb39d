import type { ConsumeMessage } from 'amqplib';
import { readBrokerDeath } from './broker-death';
import { FAILURE_POLICY } from '../failure-policy';
import { DEAD_LETTERS_QUEUE } from './topology';

/** A message as a consumer gets it, its transport headers read. */
export interface Delivery {
  queue: string;
  type: string;
  messageId: string;
  content: Buffer;
  correlation: string;
  /** Where the answer of an event goes; null: nobody waits. */
  replyTo: string | null;
  /** Attempts spent before this one. */
  attempts: number;
  /** Attempts of the store call already made for this command (D23). */
  callAttempts: number;
  /** ISO time of the first failure; null: none yet. */
  firstFailedAt: string | null;
  redelivered: boolean;
  headers: Readonly<Record<string, unknown>>;
}

/** Names of our transport headers. */
export const HEADER = {
  attempts: 'x-attempts',
  callAttempts: 'x-call-attempts',
  firstFailedAt: 'x-first-failed-at',
  lastFailedAt: 'x-last-failed-at',
  origin: 'x-origin',
  reason: 'x-reason',
  stack: 'x-stack',
  shopId: 'x-shop-id',
  /** When it was published first, ms since the epoch. */
  publishedAt: 'x-published-at',
  /** When the ingress received the event, ms since the epoch. */
  receivedAt: 'x-received-at',
  /** Of an event that has gone behind the fresh ones once. */
  behind: 'x-behind',
  /** Of a replay: the dead letter it is of. */
  deadLetterId: 'x-dead-letter-id',
} as const;

/** Reads a delivery; whatever is missing or of the wrong type gets a harmless value, the body is not looked at. */
export function readDelivery(queue: string, message: ConsumeMessage): Delivery {
  const { properties, fields, content } = message;
  const given: Record<string, unknown> = properties.headers ?? {};
  const headers = queue === DEAD_LETTERS_QUEUE ? withDeathNamed(given) : given;
  return {
    queue,
    type: text(properties.type) ?? fields.routingKey,
    messageId: text(properties.messageId) ?? '',
    content,
    correlation: text(properties.correlationId) ?? '',
    replyTo: text(properties.replyTo),
    attempts: count(headers[HEADER.attempts]),
    callAttempts: count(headers[HEADER.callAttempts]),
    firstFailedAt: text(headers[HEADER.firstFailedAt]),
    redelivered: fields.redelivered,
    headers,
  };
}

/** When a message was published, ms since the epoch; null: it waited on purpose since, or was given out before. */
export function publishedAt({ headers, redelivered }: Delivery): number | null {
  return redelivered ? null : count(headers[HEADER.publishedAt]) || null;
}

/** A message that the broker dead-lettered itself, with the headers that the frame would have given it. */
function withDeathNamed(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const death = text(headers[HEADER.origin]) === null ? readBrokerDeath(headers) : null;
  if (!death) return headers;
  const { again, reason } = FAILURE_POLICY.processLost;
  const deliveries = death.reason === reason ? again.times + 1 : 1;
  return {
    ...headers,
    [HEADER.origin]: death.queue,
    [HEADER.reason]: death.reason,
    [HEADER.attempts]: count(headers[HEADER.attempts]) + deliveries,
    [HEADER.firstFailedAt]: text(headers[HEADER.firstFailedAt]) ?? death.at,
    [HEADER.lastFailedAt]: death.at,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}
