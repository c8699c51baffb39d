import { randomUUID } from 'node:crypto';
import type { Database, DeadLetterState } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { identityOf, readMessage, typeOfQueue } from '@hub/desk/messages';
import { anEnvelope, anOrder } from '@hub/testing';

export const ORDERS = 'routing.order.created';
export const ARTICLES = commandQueue(COMMANDS.recalculateArticle).name;

export interface FailedMessageOverrides {
  origin?: string;
  shopId?: number | null;
  orderId?: string | null;
  correlation?: string;
  body?: Buffer;
  reason?: string;
  stack?: string;
  state?: DeadLetterState;
  lastFailedAt?: Date;
}

/** Stores a failed message as the drain does: by default the calculation of an article's quantities. @returns its id */
export async function aDeadLetter(db: Database, overrides: FailedMessageOverrides = {}): Promise<string> {
  const id = randomUUID();
  const { origin = ARTICLES, shopId = null, lastFailedAt = new Date() } = overrides;
  const body = overrides.body ?? Buffer.from(JSON.stringify({ gtin: '00000000000017' }));
  await db.deadLetter.create({
    data: {
      id,
      origin,
      identity: overrides.body ? identityOf(readMessage(body, { origin, shopId }), body) : id,
      type: typeOfQueue(origin) ?? 'unknown',
      shopId,
      orderId: overrides.orderId ?? null,
      correlation: overrides.correlation ?? `C-${id}`,
      body: new Uint8Array(body),
      headers: shopId === null ? {} : { 'x-shop-id': shopId },
      reason: overrides.reason ?? 'TypeError',
      stack: overrides.stack ?? 'TypeError: no article\n    at work',
      attempts: 6,
      state: overrides.state ?? 'open',
      firstFailedAt: lastFailedAt,
      lastFailedAt,
    },
  });
  return id;
}

/** A failed `order.created` with its customer's data. Its event id is `E-` and the order's id. */
export function aDeadOrder(
  db: Database,
  { orderId, shopId, ...more }: FailedMessageOverrides & { orderId: string; shopId: number },
): Promise<string> {
  const event = anEnvelope('order.created', anOrder({ order_id: orderId }), { event_id: `E-${orderId}` });
  return aDeadLetter(db, {
    origin: ORDERS,
    shopId,
    orderId,
    body: Buffer.from(JSON.stringify(event)),
    ...more,
  });
}

/** Many failed commands at once, one second apart until now; of three causes. */
export async function manyDeadLetters(db: Database, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at, deaths)
    SELECT gen_random_uuid(), ${ARTICLES}, 'many:' || n, 'network-quantity.recalculate',
      convert_to('{"gtin":"00000000000017"}', 'UTF8'), '{}',
      (ARRAY['TypeError', 'delivery_limit', 'stock of the article is locked'])[n % 3 + 1], 6,
      now() - n * interval '1 second', now() - n * interval '1 second', '{}'
    FROM generate_series(1, ${count}::int) AS n`;
}
