import { Client } from 'pg';

interface Fill {
  url: string;
  seller: number;
  store: number;
  /** Orders, failed messages, calls and events each; a fifth as many alerts and items of cases. */
  orders: number;
}

/** One order in this many is open, in each way. */
const ONE_OF = 200;
/** They arrived evenly over the last 60 days. */
const DAYS = 60;

const id = (kind: number) => `('${kind}0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const often = (open: string, done: string) => `CASE WHEN n % ${ONE_OF} = 0 THEN '${open}' ELSE '${done}' END`;
/** For each line: what the pages of money read. */
export const CALCULATION = `'${JSON.stringify({
  currency: 'EUR',
  gross: '10',
  discountShare: '0',
  afterDiscount: '10',
  consumerVatRate: '25',
  consumerVat: '2',
  net: '8',
  splitRate: '0.7',
  payout: '5.6',
  injectionVatRate: '25',
  injectionVat: '1.4',
  exactUnitPrice: '7',
  unitPrice: '7',
  owed: '7',
  rounding: '0',
  shipping: { paid: '1.25', net: '1', share: '1' },
})}'`;

/** A network that has run for a while, made by SQL: no service has worked on it. */
export async function fill({ url, seller, store, orders }: Fill): Promise<void> {
  const at = `now() - n * interval '${(DAYS * 86_400) / orders} seconds'`;
  const atNs = `(extract(epoch FROM ${at}) * 1000000000)::bigint`;
  const many = `FROM generate_series(1, ${orders}) n`;
  const fifth = `FROM generate_series(1, ${Math.ceil(orders / 5)}) n`;
  const client = new Client({ connectionString: url });
  await client.connect();
  const statements = [
    `SET session_replication_role = replica`,
    `SET synchronous_commit = off`,
    `INSERT INTO seller_order (id, shop_id, order_id, order_number, placed_at, currency, mode, destination_country, shipping_cost, total_discounts, correlation, received_at)
      SELECT ${id(1)}, ${seller}, 'X-' || n, n::text, ${atNs}, 'EUR', 'live', 'SE', 0, 0, 'C-' || n, ${at} ${many}`,
    `INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, title, state, waiting_reason)
      SELECT ${id(2)}, ${id(1)}, 0, 'L-' || n, 'V-' || n % 1000, 1, 10, 'Coat', (${often('waiting', 'shipped')})::order_line_state,
        ${often('no_candidate', '')} ${many}`,
    `UPDATE order_line SET waiting_reason = NULL WHERE state <> 'waiting'`,
    `INSERT INTO shipping_order (id, seller_order_id, decision_id, shop_id, external_ref, state, created_at, placed_at)
      SELECT ${id(3)}, ${id(1)}, ${id(3)}, ${store}, 'R-' || n, (CASE WHEN n % ${ONE_OF} = 1 THEN 'refused' ELSE 'placed' END)::shipping_order_state, ${at}, ${at} ${many}`,
    `INSERT INTO shipping_order_line (id, shipping_order_id, order_line_id, position, external_ref, variant_id, quantity, unit_price, calculation, packaged)
      SELECT ${id(4)}, ${id(3)}, ${id(2)}, 0, 'Y-' || n, 'V-' || n % 1000, 1, 7, ${CALCULATION}, 1 ${many}`,
    `INSERT INTO package (id, shipping_order_id, package_id, reference, carrier, tracking_number, shipped_at, state, correlation)
      SELECT ${id(5)}, ${id(3)}, 'P', 'P-' || n, 'C', 'T-' || n, ${atNs}, (${often('failed', 'done')})::store_write_state, 'C-' || n ${many}`,
    `INSERT INTO package_line (package_id, shipping_order_line_id, quantity) SELECT ${id(5)}, ${id(4)}, 1 ${many}`,
    `INSERT INTO dead_letter (id, origin, identity, type, shop_id, body, headers, reason, attempts, first_failed_at, last_failed_at, deaths)
      SELECT ${id(6)}, 'routing.order.created', 'many:' || n, 'order.created', ${seller}, convert_to('{}', 'UTF8'), '{}',
        (ARRAY['TypeError', 'delivery_limit', 'stock of the article is locked'])[n % 3 + 1], 6, ${at}, ${at}, '{}' ${many}`,
    `INSERT INTO sent_event (id, shop_id, received_at, event, event_id, about, status, code, by_ingress)
      SELECT ${id(7)}, ${seller}, ${at}, 'order.created', 'E-' || n, 'X-' || n, (${often('422', '200')})::int, ${often('invalid_order', '')}, false ${many}`,
    `INSERT INTO store_call (shop_id, operation, method, path, reference, seller_order_id, status, outcome, attempts, duration_ms, correlation, at)
      SELECT ${store}, 'order.create', 'POST', '/orders', 'R-' || n, ${id(1)}, 201, 'success', 1, n % 900, 'C-' || n, ${at} ${many}`,
    `INSERT INTO support_action (actor, action, subject, at) SELECT 'agent:ada', 'dead_letter.replay', ${id(6)}::text, ${at} ${many}`,
    `INSERT INTO alert (id, kind, subject, shop_id, seller_order_id, message, state, first_at, last_at)
      SELECT ${id(8)}, 'placing_refused', 'R-' || n, ${store}, ${id(1)}, 'The store refused', (${often('open', 'resolved')})::alert_state, ${at}, ${at} ${fifth}`,
    `INSERT INTO support_case (id, cause_kind, shop_id, about, key, opened_at, size, reported_size, reported_at)
      SELECT ${id(9)}, 'failed_messages', ${seller}, 'bench', 'bench:' || n, ${at}, 1000, 1000, ${at} FROM generate_series(1, 20) n`,
    `INSERT INTO support_case_item (case_id, item, subjects, seller_order_id, shop_id, since)
      SELECT ('90000000-0000-4000-8000-' || lpad((n % 20 + 1)::text, 12, '0'))::uuid, 'letter:' || n, '{}', ${id(1)}, ${seller}, ${at} ${fifth}`,
    `VACUUM (ANALYZE)`,
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
