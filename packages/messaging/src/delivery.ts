import type { ConsumeMessage } from 'amqplib';

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
} as const;

/** Reads a delivery; whatever is missing or of the wrong type gets a harmless value, the body is not looked at. */
export function readDelivery(queue: string, message: ConsumeMessage): Delivery {
  const { properties, fields, content } = message;
  const headers: Record<string, unknown> = properties.headers ?? {};
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

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}
