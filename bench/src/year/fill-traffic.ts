import { createDatabase, inTransaction } from '@hub/database';
import { addLedgerDays } from '@hub/messaging';
import { Client } from 'pg';
import { id, ordersOf, timeOf, type Span } from './fill-orders';

const DAY_MS = 86_400_000;
/** What is kept for a while only, in days (D30, D33). */
const KEPT = { stock: 7, sent: 7, inbox: 30, calls: 90 };
const STOCK_EVENTS_OF_AN_ORDER = 9;

/** Events, calls, failed messages, alerts and cases that such a network still has of its orders. */
export async function fillTraffic(span: Span): Promise<void> {
  const db = createDatabase(span.url, { poolSize: 1 });
  await inTransaction(db, (tx) => addLedgerDays(tx, Date.now() - KEPT.stock * DAY_MS, KEPT.stock + 1));
  await db.$disconnect();
  const client = new Client({ connectionString: span.url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    for (const statement of trafficOf(span)) await client.query(statement);
  } finally {
    await client.end();
  }
}

function trafficOf(span: Span): string[] {
  const { seller, store, orders } = span;
  const at = timeOf(span);
  const last = (days: number) => `FROM generate_series(1, ${ordersOf(span, days)}) n`;
  const isOpen = `n <= ${ordersOf(span, 30)} AND n % 200 = 0`;
  const open = (yes: string, no: string) => `(CASE WHEN ${isOpen} THEN '${yes}' ELSE '${no}' END)`;
  return [
    `INSERT INTO event_ledger (shop_id, event_id, event, body_sha256, subject, status, outcome, received_at, decided_at, day)
      SELECT ${store}, 'stock' || n || '-' || k, 'inventory.updated', sha256(n::text::bytea), 'V-' || n % 1000, 200, 'accepted', ${at}, ${at},
        ((${at}) AT TIME ZONE 'UTC')::date ${last(KEPT.stock)} CROSS JOIN generate_series(1, ${STOCK_EVENTS_OF_AN_ORDER}) k`,
    `INSERT INTO sent_event (id, shop_id, received_at, event, event_id, about, status, code, reason, by_ingress, body)
      SELECT ${id('a0')}, ${seller}, ${at}, 'order.created', 'order.created' || n, 'X-' || n, ${open('422', '200')}::int, NULLIF(${open('invalid_order', '')}, ''), NULL, false, convert_to(repeat('x', 1500), 'UTF8') ${last(KEPT.sent)}`,
    `INSERT INTO inbox (consumer, message_id, handled_at)
      SELECT consumer, ${id('b0')}, ${at} ${last(KEPT.inbox)} CROSS JOIN (VALUES ('fulfilment.place-shipping-order'), ('fulfilment.deliver-tracking'), ('inventory.recalculate-article')) c (consumer)`,
    `INSERT INTO store_call (shop_id, operation, method, path, reference, seller_order_id, status, outcome, attempts, duration_ms, correlation, at, request, response)
      SELECT ${store}, operation, 'POST', path, prefix || n, ${id('10')}, 201, 'confirmed', 1, n % 900, 'C-' || n, ${at}, '{"line_items":[{"quantity":1}]}', '{"order_id":"S"}'
      ${last(KEPT.calls)} CROSS JOIN (VALUES ('order.create', '/orders', 'R-'), ('order.tracking', '/orders/S/packages', 'P-')) o (operation, path, prefix)`,
    `INSERT INTO dead_letter (id, origin, identity, type, shop_id, order_id, body, headers, reason, attempts, first_failed_at, last_failed_at, deaths, state, ended_at)
      SELECT ${id('c0')}, 'routing.order.created', 'many:' || n, 'order.created', ${seller}, 'X-' || n, convert_to('{}', 'UTF8'), '{}',
        (ARRAY['TypeError', 'delivery_limit', 'stock of the article is locked'])[n % 3 + 1], 6, ${at}, ${at}, '{}', ${open('open', 'resolved')}::dead_letter_state, ${at}
      ${last(KEPT.calls)} WHERE n % 100 = 0`,
    `INSERT INTO alert (id, kind, subject, shop_id, seller_order_id, message, state, first_at, last_at, resolved_at)
      SELECT ${id('d0')}, 'placing_refused', 'R-' || n, ${store}, ${id('10')}, 'The store refused', ${open('open', 'resolved')}::alert_state, ${at}, ${at}, CASE WHEN NOT (${isOpen}) THEN ${at} END
      FROM generate_series(1, ${orders}) n WHERE n % 50 = 0`,
    `INSERT INTO support_action (actor, action, subject, at)
      SELECT 'agent:ada', 'order.reroute', 'order:' || ${id('10')}::text, ${at} FROM generate_series(1, ${orders}) n WHERE n % 50 = 0`,
    `INSERT INTO support_case (id, cause_kind, shop_id, about, key, opened_at, closed_at, size, reported_size, reported_at)
      SELECT ${id('90')}, 'placing', ${store}, 'bench ' || n, 'bench:' || n, ${at}, CASE WHEN n > 20 THEN ${at} END, 50, 50, ${at} FROM generate_series(1, 200) n`,
    `INSERT INTO support_case_item (case_id, item, subjects, seller_order_id, shop_id, since, ended_at)
      SELECT ('90000000-0000-4000-8000-' || lpad((n % 200 + 1)::text, 12, '0'))::uuid, 'alert:' || n, '{}', ${id('10')}, ${seller}, ${at}, CASE WHEN n % 200 >= 20 THEN ${at} END
      ${last(KEPT.calls)} WHERE n % 50 = 0`,
    `VACUUM (ANALYZE)`,
  ];
}
