import { createHash } from 'node:crypto';
import type { DeadMessage } from '@hub/messaging';
import { redactFields } from '@hub/runtime';
import { identityOf, readMessage, typeOfQueue, type Message } from '@hub/desk/messages';

/** A death as it is stored. */
export interface Death {
  origin: string;
  identity: string;
  type: string;
  correlation: string | null;
  body: Buffer;
  headers: Readonly<Record<string, string | number>>;
  reason: string;
  stack: string | null;
  attempts: number;
  firstFailedAt: Date;
  lastFailedAt: Date;
  /** Identical each time the broker redelivers this failed message, and different for every other. */
  key: string;
  messageId: string;
}

/** Reasons of the policy that the message itself implies, whatever error text came with it. */
const UNREADABLE = 'unreadable';
const DELIVERY_LIMIT = 'delivery_limit';
const UNKNOWN = 'unknown';
const TEXT_CHARACTERS = 255;
const STACK_CHARACTERS = 8_000;
/** Characters that PostgreSQL's text cannot hold. */
const NOT_STORABLE = /[\0\p{Surrogate}]/gu;

/** Reads as much of a failed message as possible: any message can be stored. `now` in milliseconds. */
export function describeDeath(dead: DeadMessage, now: number): { message: Message; death: Death } {
  const { delivery, shopId } = dead;
  const origin = text(dead.origin) ?? UNKNOWN;
  const body = delivery.content;
  const message = readMessage(body, { origin, shopId });
  const lastFailedAt = dead.lastFailedAt ?? new Date(now);
  return {
    message,
    death: {
      origin,
      identity: identityOf(message, body),
      type: text(typeOfQueue(origin) ?? delivery.type) ?? UNKNOWN,
      correlation: text(delivery.correlation),
      body,
      headers: headersOf(delivery.headers),
      reason: reasonOf(dead, message),
      stack: stackOf(dead.stack),
      attempts: Math.min(dead.attempts, 1_000_000),
      firstFailedAt: dead.firstFailedAt ?? lastFailedAt,
      lastFailedAt,
      key: keyOf(dead),
      messageId: text(delivery.messageId) ?? '',
    },
  };
}

/** A process that died over it is the cause, even if the bytes cannot be read either. */
function reasonOf({ reason }: DeadMessage, message: Message): string {
  if (reason === DELIVERY_LIMIT) return reason;
  return message.kind === 'unreadable' ? UNREADABLE : (text(reason) ?? UNKNOWN);
}

function keyOf({ delivery, lastFailedAt }: DeadMessage): string {
  const id = text(delivery.messageId) ?? createHash('sha256').update(delivery.content).digest('hex');
  return `${id} ${lastFailedAt?.toISOString() ?? ''}`;
}

/** Only our own headers: plain texts and numbers. The stack has a column of its own. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!/^x-[a-z-]{1,100}$/.test(name) || name === 'x-stack') continue;
    if (typeof value === 'number' && Number.isFinite(value)) kept[name] = value;
    else if (typeof value === 'string')
      kept[name] = value.slice(0, TEXT_CHARACTERS).replace(NOT_STORABLE, '\uFFFD');
  }
  return kept;
}

/** An error message may repeat the data that caused it: data that is personal by its form is removed (D29). */
function stackOf(stack: string | null): string | null {
  const { stack: redacted } = redactFields({ stack });
  return typeof redacted === 'string'
    ? redacted.slice(0, STACK_CHARACTERS).replace(NOT_STORABLE, '\uFFFD')
    : null;
}

function text(value: string | null): string | null {
  return value ? value.slice(0, TEXT_CHARACTERS).replace(NOT_STORABLE, '\uFFFD') : null;
}
