import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { testCipher } from './a-shop';

export interface SentEventOverrides {
  id?: string;
  receivedAt?: Date;
  event?: string | null;
  eventId?: string | null;
  about?: string | null;
  reference?: string | null;
  status?: number;
  outcome?: string | null;
  code?: string | null;
  field?: string | null;
  reason?: string | null;
  byIngress?: boolean;
  /** As sent; null: the sender was not known. */
  body?: string | null;
}

/**
 * A shop's event, as the ingress stores it (D33): by default a refused order without its currency.
 * @returns its id
 */
export async function aSentEvent(
  db: Database,
  shop: { id: number },
  overrides: SentEventOverrides = {},
): Promise<string> {
  const {
    id = randomUUID(),
    body = '{"event":"order.created","data":{"order_id":"O-1"}}',
    ...given
  } = overrides;
  const facts = {
    receivedAt: new Date(),
    event: 'order.created',
    eventId: `E-${id}`,
    about: 'O-1',
    status: 422,
    code: 'invalid_request',
    field: 'data.currency',
    reason: 'is required',
    byIngress: false,
    ...given,
  };
  const cipher = testCipher();
  await inTransaction(db, async (tx) => {
    const sealed = body === null ? {} : await cipher.seal(tx, { table: 'sent_event', id }, Buffer.from(body));
    const bytes = body === null ? null : Buffer.byteLength(body);
    await tx.sentEvent.create({ data: { id, shopId: shop.id, bytes, ...facts, ...sealed } });
  });
  return id;
}
