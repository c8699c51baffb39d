import { inTransaction, type Database, type Prisma, type Tx } from '@hub/database';
import { recordActions } from '../actions/record-actions';
import { findCustomerDeadLetters, findCustomerOrders, type CustomerName } from './find-customer';

/** All that is kept of a customer, as it is stored. */
export interface CustomerExport {
  orders: Prisma.JsonValue[];
  dead_letters: Prisma.JsonValue[];
}

/**
 * All that is kept of a customer, in every table and body, at their request. That it was read is recorded in the same
 * transaction, what names the customer is not.
 */
export async function exportCustomer(
  db: Database,
  request: { name: CustomerName; actor: string },
): Promise<CustomerExport> {
  const { name, actor } = request;
  return inTransaction(db, async (tx) => {
    const orders = await findCustomerOrders(tx, name);
    const ids = orders.map(({ id }) => id);
    const letters = await findCustomerDeadLetters(tx, name, ids);
    const subjects = [...ids.map((id) => `order:${id}`), ...letters.map(({ id }) => `dead_letter:${id}`)];
    await recordActions(tx, {
      actor,
      action: 'customer.export',
      subjects: subjects.length === 0 ? ['customers'] : subjects,
      detail: { found_by: Object.keys(name), orders: orders.length, dead_letters: letters.length },
    });
    return { orders: await readOrders(tx, ids), dead_letters: await readDeadLetters(tx, letters) };
  });
}

async function readOrders(tx: Tx, ids: readonly string[]): Promise<Prisma.JsonValue[]> {
  const rows = await tx.$queryRaw<{ exported: Prisma.JsonValue }[]>`
    SELECT jsonb_build_object(
      'shop', s.slug, 'order_id', o.order_id, 'order_number', o.order_number, 'name', o.name,
      'received_at', o.received_at, 'state', o.state, 'shipping_address', o.ship_to,
      'latitude', o.latitude, 'longitude', o.longitude, 'shipping_method', o.shipping_method,
      'currency', o.currency, 'shipping_cost', o.shipping_cost, 'total_discounts', o.total_discounts,
      'subtotal', o.subtotal, 'total_tax', o.total_tax, 'total_price', o.total_price, 'erased_at', o.blanked_at,
      'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('line_item_id', l.line_item_id, 'variant_id', l.variant_id,
          'title', l.title, 'quantity', l.quantity, 'unit_price', l.unit_price, 'state', l.state) ORDER BY l.position), '[]')
        FROM order_line l WHERE l.seller_order_id = o.id),
      'shipping_orders', (SELECT coalesce(jsonb_agg(jsonb_build_object('shop', by.slug, 'external_ref', p.external_ref,
          'order_id', p.store_order_id, 'state', p.state, 'payload', p.payload, 'relay_email', p.relay_email,
          'packages', (SELECT coalesce(jsonb_agg(jsonb_build_object('carrier', k.carrier, 'tracking_number',
              k.tracking_number, 'tracking_url', k.tracking_url)), '[]') FROM package k WHERE k.shipping_order_id = p.id))
          ORDER BY p.created_at), '[]')
        FROM shipping_order p JOIN shop by ON by.id = p.shop_id WHERE p.seller_order_id = o.id),
      'cancellations', (SELECT coalesce(jsonb_agg(jsonb_build_object('requested_at', c.requested_at, 'reason', c.reason,
          'state', c.state)), '[]') FROM cancellation c WHERE c.seller_order_id = o.id),
      'cancellations_before_it', (SELECT coalesce(jsonb_agg(jsonb_build_object('received_at', m.created_at, 'reason', m.reason)),
          '[]') FROM cancellation_marker m WHERE (m.shop_id, m.order_id) IN (SELECT o.shop_id, o.order_id
            UNION SELECT x.shop_id, x.store_order_id FROM shipping_order x WHERE x.seller_order_id = o.id)),
      'returns', (SELECT coalesce(jsonb_agg(jsonb_build_object('received_at', r.created_at, 'customer_note',
          r.customer_note, 'lines', (SELECT jsonb_agg(jsonb_build_object('quantity', rl.quantity, 'reason', rl.reason))
            FROM return_line rl WHERE rl.return_id = r.id))), '[]') FROM "return" r WHERE r.seller_order_id = o.id),
      'calls_to_stores', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', q.at, 'operation', q.operation,
          'request', q.request, 'response', q.response) ORDER BY q.id), '[]')
        FROM store_call q WHERE q.seller_order_id = o.id),
      'alerts', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', a.first_at, 'message', a.message, 'detail', a.detail)),
          '[]') FROM alert a WHERE a.seller_order_id = o.id)
    ) AS exported
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = ANY (${[...ids]}::uuid[]) ORDER BY o.received_at, o.id`;
  return rows.map(({ exported }) => exported);
}

async function readDeadLetters(tx: Tx, letters: readonly { id: string }[]): Promise<Prisma.JsonValue[]> {
  const rows = await tx.deadLetter.findMany({
    where: { id: { in: letters.map(({ id }) => id) } },
    orderBy: [{ firstFailedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, type: true, firstFailedAt: true, state: true, body: true, editedBody: true },
  });
  return rows.map(({ id, type, firstFailedAt, state, body, editedBody }) => ({
    id,
    type,
    first_failed_at: firstFailedAt.toISOString(),
    state,
    body: Buffer.from(body).toString('utf8'),
    edited_body: editedBody === null ? null : Buffer.from(editedBody).toString('utf8'),
  }));
}
