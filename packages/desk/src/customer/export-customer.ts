import { inTransaction, rows, type Database, type Prisma, type Tx } from '@hub/database';
import { SecretUnreadableError, type BodyCipher } from '@hub/installation';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { findCustomerBodies } from './find-customer-bodies';
import {
  findCustomerDeadLetters,
  findCustomerOrders,
  findCustomerSentEvents,
  type CustomerName,
} from './find-customer';

const ExportedRow = z.object({ exported: z.json() });

/** All stored data of a customer. */
export interface CustomerExport {
  orders: Prisma.JsonValue[];
  dead_letters: Prisma.JsonValue[];
  /** Events of shops about them, as sent. */
  sent_events: Prisma.JsonValue[];
}

/**
 * All stored data of a customer, in every table and body, at their request. The read is recorded in the same
 * transaction, without what names the customer.
 */
export async function exportCustomer(
  db: Database,
  request: { name: CustomerName; actor: string; cipher: BodyCipher },
): Promise<CustomerExport> {
  const { name, actor, cipher } = request;
  const named = await findCustomerBodies(db, cipher, name);
  return inTransaction(db, async (tx) => {
    const orders = await findCustomerOrders(tx, name);
    const ids = orders.map(({ id }) => id);
    const failedMessages = await findCustomerDeadLetters(tx, {
      sellerOrderIds: ids,
      named: named.deadLetters,
    });
    const sent = await findCustomerSentEvents(tx, { sellerOrderIds: ids, named: named.sentEvents });
    const subjects = [
      ...ids.map((id) => `order:${id}`),
      ...failedMessages.map(({ id }) => `dead_letter:${id}`),
      ...sent.map((id) => `sent_event:${id}`),
    ];
    await recordActions(tx, {
      actor,
      action: 'customer.export',
      subjects: subjects.length === 0 ? ['customers'] : subjects,
      detail: {
        found_by: Object.keys(name),
        orders: orders.length,
        dead_letters: failedMessages.length,
        sent_events: sent.length,
      },
    });
    return {
      orders: await readOrders(tx, ids),
      dead_letters: await readDeadLetters(tx, cipher, failedMessages),
      sent_events: await readSentEvents(tx, cipher, sent),
    };
  });
}

async function readOrders(tx: Tx, ids: readonly string[]): Promise<Prisma.JsonValue[]> {
  const found = await rows(
    ExportedRow,
    tx.$queryRaw`
    SELECT jsonb_build_object(
      'shop', s.slug, 'order_id', o.order_id, 'order_number', o.order_number, 'name', o.name,
      'received_at', o.received_at, 'state', o.state, 'shipping_address', o.ship_to,
      'latitude', o.latitude, 'longitude', o.longitude, 'content_sha256', o.content_sha256, 'shipping_method', o.shipping_method,
      'currency', o.currency, 'shipping_cost', o.shipping_cost, 'total_discounts', o.total_discounts,
      'subtotal', o.subtotal, 'total_tax', o.total_tax, 'total_price', o.total_price, 'erased_at', o.blanked_at,
      'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('line_item_id', l.line_item_id, 'variant_id', l.variant_id,
          'title', l.title, 'quantity', l.quantity, 'unit_price', l.unit_price, 'state', l.state) ORDER BY l.position), '[]')
        FROM order_line l WHERE l.seller_order_id = o.id),
      'shipping_orders', (SELECT coalesce(jsonb_agg(jsonb_build_object('shop', by.slug, 'external_ref', p.external_ref,
          'order_id', p.store_order_id, 'state', p.state, 'payload', p.payload, 'relay_email', p.relay_email,
          'packages', (SELECT coalesce(jsonb_agg(jsonb_build_object('carrier', k.carrier, 'tracking_number',
              k.tracking_number, 'tracking_url', k.tracking_url, 'corrections', (SELECT coalesce(jsonb_agg(jsonb_build_object(
              'carrier', c.carrier, 'tracking_number', c.tracking_number, 'tracking_url', c.tracking_url) ORDER BY c.number), '[]')
              FROM package_correction c WHERE c.package_id = k.id))), '[]') FROM package k WHERE k.shipping_order_id = p.id))
          ORDER BY p.number), '[]')
        FROM shipping_order p JOIN shop by ON by.id = p.shop_id WHERE p.seller_order_id = o.id),
      'cancellations', (SELECT coalesce(jsonb_agg(jsonb_build_object('requested_at', c.requested_at, 'reason', c.reason,
          'state', c.state)), '[]') FROM cancellation c WHERE c.seller_order_id = o.id),
      'cancellations_before_it', (SELECT coalesce(jsonb_agg(jsonb_build_object('received_at', m.created_at, 'reason', m.reason)),
          '[]') FROM cancellation_marker m WHERE (m.shop_id, m.order_id) IN (SELECT o.shop_id, o.order_id
            UNION SELECT x.shop_id, x.store_order_id FROM shipping_order x WHERE x.seller_order_id = o.id
            UNION SELECT x.shop_id, x.order_id FROM shipping_order_alias x JOIN shipping_order y ON y.id = x.shipping_order_id
              WHERE y.seller_order_id = o.id)),
      'returns', (SELECT coalesce(jsonb_agg(jsonb_build_object('received_at', r.created_at, 'customer_note',
          r.customer_note, 'lines', (SELECT jsonb_agg(jsonb_build_object('quantity', rl.quantity, 'reason', rl.reason))
            FROM return_line rl WHERE rl.return_id = r.id))), '[]') FROM "return" r WHERE r.seller_order_id = o.id),
      'calls_to_stores', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', q.at, 'operation', q.operation,
          'request', q.request, 'response', q.response) ORDER BY q.id), '[]')
        FROM store_call q WHERE q.seller_order_id = o.id),
      'routing_decisions', (SELECT coalesce(jsonb_agg(jsonb_build_object('decided_at', d.decided_at, 'detail', d.detail)
          ORDER BY d.number), '[]') FROM routing_decision d WHERE d.seller_order_id = o.id),
      'routing_comparisons', (SELECT coalesce(jsonb_agg(jsonb_build_object('line_item_id', b.line_item_id, 'was_km', b.was_km,
          'becomes_km', b.becomes_km)), '[]') FROM routing_lab_line b WHERE b.seller_order_id = o.id),
      'alerts', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', a.first_at, 'message', a.message, 'detail', a.detail)),
          '[]') FROM alert a WHERE a.seller_order_id = o.id)
    ) AS exported
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = ANY (${[...ids]}::uuid[]) ORDER BY o.received_at, o.id`,
  );
  return found.map(({ exported }) => exported);
}

async function readDeadLetters(
  tx: Tx,
  cipher: BodyCipher,
  failedMessages: readonly { id: string }[],
): Promise<Prisma.JsonValue[]> {
  const found = await tx.deadLetter.findMany({
    where: { id: { in: failedMessages.map(({ id }) => id) } },
    orderBy: [{ firstFailedAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      type: true,
      firstFailedAt: true,
      state: true,
      body: true,
      bodyKeyId: true,
      editedBody: true,
      editedBodyKeyId: true,
    },
  });
  const exported: Prisma.JsonValue[] = [];
  for (const { id, type, firstFailedAt, state, ...stored } of found) {
    const open = (body: Uint8Array, bodyKeyId: number | null) =>
      openText(cipher.open(tx, { table: 'dead_letter', id }, { body, bodyKeyId }));
    const { editedBody } = stored;
    exported.push({
      id,
      type,
      first_failed_at: firstFailedAt.toISOString(),
      state,
      body: await open(stored.body, stored.bodyKeyId),
      edited_body: editedBody === null ? null : await open(editedBody, stored.editedBodyKeyId),
    });
  }
  return exported;
}

async function readSentEvents(
  tx: Tx,
  cipher: BodyCipher,
  ids: readonly string[],
): Promise<Prisma.JsonValue[]> {
  const found = await tx.sentEvent.findMany({
    where: { id: { in: [...ids] } },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      receivedAt: true,
      event: true,
      eventId: true,
      status: true,
      body: true,
      bodyKeyId: true,
    },
  });
  const exported: Prisma.JsonValue[] = [];
  for (const { id, receivedAt, event, eventId, status, body, bodyKeyId } of found) {
    const opened =
      body && (await openText(cipher.open(tx, { table: 'sent_event', id }, { body, bodyKeyId })));
    exported.push({
      received_at: receivedAt.toISOString(),
      event,
      event_id: eventId,
      status,
      body: opened,
    });
  }
  return exported;
}

/** What cannot be decrypted is exported as present, but unreadable. */
async function openText(opening: Promise<Buffer>): Promise<string | null> {
  try {
    return (await opening).toString('utf8');
  } catch (error) {
    if (error instanceof SecretUnreadableError) return null;
    throw error;
  }
}
