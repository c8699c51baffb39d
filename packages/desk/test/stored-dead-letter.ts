import { randomUUID } from 'node:crypto';
import type { Database, DeadLetterState } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { anEnvelope, anOrder } from '@hub/testing';
import { identityOf } from '../src/messages/identity';
import { readMessage, typeOfQueue } from '../src/messages/read-message';

export interface DeadLetterOverrides {
  origin?: string;
  shopId?: number | null;
  orderId?: string | null;
  body?: Buffer;
  reason?: string;
  state?: DeadLetterState;
  /** Of a replay that no worker has handled yet. */
  replayId?: string;
  firstFailedAt?: Date;
  lastFailedAt?: Date;
}

export const COMMAND_QUEUE = commandQueue(COMMANDS.recalculateArticle).name;

/** Stores a failed message as the drain does: a command by default. @returns its id */
export async function aDeadLetter(db: Database, overrides: DeadLetterOverrides = {}): Promise<string> {
  const id = randomUUID();
  const { origin = COMMAND_QUEUE, shopId = null, orderId = null, reason = 'TypeError' } = overrides;
  const body = overrides.body ?? Buffer.from(JSON.stringify({ gtin: '00000000000017' }));
  await db.deadLetter.create({
    data: {
      id,
      origin,
      identity: overrides.body ? identityOf(readMessage(body, { origin, shopId }), body) : id,
      type: typeOfQueue(origin) ?? 'unknown',
      shopId,
      orderId,
      correlation: `C-${id}`,
      body: new Uint8Array(body),
      headers: shopId === null ? {} : { 'x-shop-id': shopId },
      reason,
      stack: 'TypeError: no',
      attempts: 6,
      state: overrides.state ?? 'open',
      replayId: overrides.replayId ?? null,
      firstFailedAt: overrides.firstFailedAt ?? new Date(),
      lastFailedAt: overrides.lastFailedAt ?? new Date(),
    },
  });
  return id;
}

/** `order.created` of an order, as a store sends it. */
export function anOrderEvent(overrides: Parameters<typeof anOrder>[0] = {}): Buffer {
  return Buffer.from(JSON.stringify(anEnvelope('order.created', anOrder(overrides))));
}
