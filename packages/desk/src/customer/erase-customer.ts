import { inTransaction, type Database, type Tx } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { recordActions } from '../engine/record-actions';
import { blankOnRequest } from './blank-rows';
import { findCustomerBodies } from './find-customer-bodies';
import {
  findCustomerDeadLetters,
  findCustomerOrders,
  findCustomerSentEvents,
  type CustomerName,
  type CustomerOrder,
} from './find-customer';

/** The results of an erasure, or of its dry run. */
export interface CustomerErasure {
  erased: CustomerOrder[];
  /** Their data is needed until they are done: request the erasure again then. */
  open: CustomerOrder[];
  /** Failed messages deleted, and those that wait for support: they must be replayed or discarded first. */
  deadLetters: { deleted: number; open: string[] };
  /** Deleted bodies of events from shops (D33); their answers stay. */
  sentBodies: number;
}

/**
 * Erases a customer's data at their request, in every table and body (D29, D33). Identities of orders, packages and
 * returns, amounts, the country and support's audit trail stay: settlement and replays need them (D30), and by
 * themselves they identify no one. The request is recorded, without what names the customer.
 */
export async function eraseCustomer(
  db: Database,
  request: { name: CustomerName; actor: string; carryOut: boolean; cipher: BodyCipher },
): Promise<CustomerErasure> {
  const { name, actor, carryOut, cipher } = request;
  const named = await findCustomerBodies(db, cipher, name);
  return inTransaction(db, async (tx) => {
    const orders = await findCustomerOrders(tx, name);
    const [done, open] = [
      orders.filter((order) => order.open === null),
      orders.filter((order) => order.open !== null),
    ];
    const sellerOrderIds = orders.map(({ id }) => id);
    const failedMessages = await findCustomerDeadLetters(tx, { sellerOrderIds, named: named.deadLetters });
    const sent = await findCustomerSentEvents(tx, {
      sellerOrderIds: done.map(({ id }) => id),
      named: named.sentEvents,
    });
    const ended = failedMessages.filter((failedMessage) => !failedMessage.open).map(({ id }) => id);
    const waiting = failedMessages.filter((failedMessage) => failedMessage.open).map(({ id }) => id);
    const deadLetters = { deleted: ended.length, open: waiting };
    const erasure = { erased: done, open, deadLetters, sentBodies: sent.length };
    if (carryOut) {
      const ids = done.map(({ id }) => id);
      await eraseOrders(tx, ids);
      await tx.deadLetter.deleteMany({ where: { id: { in: ended } } });
      await tx.sentEvent.updateMany({ where: { id: { in: sent } }, data: { body: null, bodyKeyId: null } });
      await recordActions(tx, {
        actor,
        action: 'customer.erase',
        subjects: ids.length === 0 ? ['customers'] : ids.map((id) => `order:${id}`),
        detail: {
          found_by: Object.keys(name),
          erased: done.length,
          left_open: open.length,
          dead_letters_deleted: ended.length,
          dead_letters_left: waiting.length,
          sent_bodies_erased: sent.length,
        },
      });
    }
    return erasure;
  });
}

async function eraseOrders(tx: Tx, ids: string[]): Promise<void> {
  // Before the address is deleted: it is a search key.
  await eraseAlertTexts(tx, ids);
  await blankOnRequest(tx, ids);
}

/** Alerts hold no personal data by rule; if one does all the same, its text is deleted. */
async function eraseAlertTexts(tx: Tx, ids: string[]): Promise<void> {
  await tx.$executeRaw`
    WITH texts AS (
      SELECT o.id, lower(field.value) AS text FROM seller_order o, jsonb_each_text(o.ship_to) field
      WHERE o.id = ANY (${ids}::uuid[]) AND field.key IN ('name', 'address_line1', 'email', 'phone')
        AND length(field.value) >= 3
    )
    UPDATE alert a SET detail = '{}', message = 'Erased at the request of the customer.'
    FROM texts WHERE (a.seller_order_id = texts.id OR a.seller_order_id IS NULL)
      AND (position(texts.text IN lower(a.message)) > 0 OR position(texts.text IN lower(a.detail::text)) > 0)`;
}
