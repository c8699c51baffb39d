import type { ConsumeMessage } from 'amqplib';
import { readBrokerDeath } from './broker-death';
import { FAILURE_POLICY } from '../failure-policy';
import { DEAD_LETTERS_QUEUE } from '../topology';

/** A message as a consumer receives it, its transport headers parsed. */
export interface Delivery {
  queue: string;
  type: string;
  messageId: string;
  content: Buffer;
  correlation: string;
  /** Reply address of an event; null: no one waits. */
  replyTo: string | null;
  /** Attempts spent before this one. */
  attempts: number;
  /** Attempts of the store call already made for this command (D23). */
  callAttempts: number;
  /** ISO time of the first failure; null: none so far. */
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
  /** When it was first published, ms since the epoch. */
  publishedAt: 'x-published-at',
  /** When the ingress received the event, ms since the epoch. */
  receivedAt: 'x-received-at',
  /** Set on an event that was once requeued behind fresh ones. */
  behind: 'x-behind',
  /** Set on a replay: the id of its failed message. */
  deadLetterId: 'x-dead-letter-id',
} as const;

/** Parses a delivery; a missing or mistyped header gets a harmless value, the body is not read. */
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

/** When a message was published, ms since the epoch; null: it waited on purpose since, or was delivered before. */
export function publishedAt({ headers, redelivered }: Delivery): number | null {
  return redelivered ? null : count(headers[HEADER.publishedAt]) || null;
}

/** A message that the broker dead-lettered, with the headers that the frame would have set. */
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
