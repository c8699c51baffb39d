import { Client } from 'pg';
import { CALCULATION } from '../desk/fill';

export interface Span {
  url: string;
  seller: number;
  store: number;
  orders: number;
  /** They came evenly over so many days, until now. */
  days: number;
}

/** Everything older is done. Of what is younger, one in so many is still open. */
const [OPEN_DAYS, ONE_OF] = [30, 200];
const BLANKED_DAYS = 180;
/** Rows of one statement: a failed run has lost little, and the write-ahead log is reused. */
const CHUNK = 50_000;

export const id = (kind: string) => `('${kind}000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;

/** A shop with its figures, as a decision stores ten of for each line. */
const SHOP = {
  shopId: 1,
  variantId: 'V-123',
  freeStock: 12,
  distanceKm: 312.4,
  alreadyChosen: false,
  suspended: false,
  full: false,
};
const decision = (distanceKm: number | null) =>
  JSON.stringify({
    policy: { version: 'D19-2', bandKm: 50 },
    mode: 'live',
    country: 'SE',
    withCoordinates: true,
    consumerVat: '0.25',
    lines: [
      {
        lineItemId: 'L-1',
        gtin: '04012345678901',
        quantity: 1,
        chosen: { shopId: 2, variantId: 'V-123' },
        waitsFor: null,
        candidates: Array.from({ length: 10 }, (_, index) => ({
          ...SHOP,
          shopId: index + 1,
          distanceKm: distanceKm === null ? null : distanceKm + index,
        })),
        ruledOut: [],
        counted: { candidates: 0, ruledOut: {} },
      },
    ],
  });
const ADDRESS = {
  name: 'Ada Lind',
  address_line1: 'Storgatan 1',
  address_line2: null,
  city: 'Stockholm',
  postal_code: '111 22',
  country_code: 'SE',
  phone: '+46 70 123 45 67',
  email: 'ada@customer.example',
};
const payload = (address: object) => JSON.stringify({ ship_to: address, line_items: [{ quantity: 1 }] });

/** Orders with all that stays of them, made by SQL: no service has worked on them. The latest has number 1. */
export async function fillOrders(span: Span): Promise<void> {
  const client = new Client({ connectionString: span.url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    for (let first = 1; first <= span.orders; first += CHUNK)
      for (const statement of ordersFrom(span, first)) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** How many orders came in the last days. */
export const ordersOf = ({ orders, days }: Span, last: number) =>
  Math.min(orders, Math.ceil((orders * last) / days));

/** When order `n` came. */
export const timeOf = ({ orders, days }: Span) =>
  `now() - n * interval '${(days * 86_400) / orders} seconds'`;

function ordersFrom(span: Span, first: number): string[] {
  const { seller, store } = span;
  const at = timeOf(span);
  const ns = `(extract(epoch FROM ${at}) * 1000000000)::bigint`;
  const rows = `FROM generate_series(${first}, ${Math.min(span.orders, first + CHUNK - 1)}) n`;
  const isOpen = (remainder: number) => `n <= ${ordersOf(span, OPEN_DAYS)} AND n % ${ONE_OF} = ${remainder}`;
  const when = (remainder: number, open: string, done: string) =>
    `CASE WHEN ${isOpen(remainder)} THEN ${open} ELSE ${done} END`;
  const isBlanked = `n > ${ordersOf(span, BLANKED_DAYS)}`;
  const blanked = `CASE WHEN ${isBlanked} THEN now() END`;
  const unless = (value: string, left: string) => `CASE WHEN ${isBlanked} THEN ${left} ELSE ${value} END`;
  return [
    `INSERT INTO seller_order (id, shop_id, order_id, order_number, placed_at, currency, mode, destination_country, latitude, longitude, ship_to, content_sha256, shipping_cost, total_discounts, correlation, received_at, placements, blanked_at, derived_blanked_at)
      SELECT ${id('10')}, ${seller}, 'X-' || n, n::text, ${ns}, 'EUR', 'live', 'SE', ${unless('59.3', 'NULL')}, ${unless('18.1', 'NULL')},
        ${unless(`'${JSON.stringify(ADDRESS)}'`, `'{"country_code":"SE"}'`)}::jsonb, ${unless('md5(n::text) || md5(n::text)', 'NULL')}, 5, 0, 'C-' || n, ${at}, 1, ${blanked}, ${blanked} ${rows}`,
    `INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, title, state, waiting_reason)
      SELECT ${id('20')}, ${id('10')}, 0, 'L-' || n, 'V-' || n % 1000, 1, 10, 'Coat', (${when(0, `'waiting'`, `'shipped'`)})::order_line_state,
        ${when(0, `'no_candidate'`, 'NULL')} ${rows}`,
    `INSERT INTO routing_decision (id, seller_order_id, policy_version, number, decided_at, detail)
      SELECT ${id('30')}, ${id('10')}, 'D19-2', 1, ${at}, (${unless(`'${decision(12.3)}'`, `'${decision(null)}'`)})::jsonb ${rows}`,
    `INSERT INTO shipping_order (id, seller_order_id, decision_id, number, shop_id, external_ref, state, payload, store_order_id, created_at, first_sent_at, placed_at, packed_at)
      SELECT ${id('40')}, ${id('10')}, ${id('30')}, 1, ${store}, 'R-' || n, (${when(1, `'refused'`, `'placed'`)})::shipping_order_state,
        ${unless(`'${payload(ADDRESS)}'`, `'${payload({ country_code: 'SE' })}'`)}::jsonb, 'S-' || n, ${at}, ${at}, ${at}, ${when(2, 'NULL', at)} ${rows}`,
    `INSERT INTO shipping_order_line (id, shipping_order_id, order_line_id, position, external_ref, variant_id, quantity, unit_price, calculation, packaged)
      SELECT ${id('50')}, ${id('40')}, ${id('20')}, 0, 'Y-' || n, 'V-' || n % 1000, 1, 7, ${CALCULATION}, 1 ${rows}`,
    `INSERT INTO reservation (id, shop_id, variant_id, shipping_order_line_id, quantity, remaining, attempted_at, shipped_at, created_at, ended_at)
      SELECT ${id('60')}, ${store}, 'V-' || n % 1000, ${id('50')}, 1, 0, ${ns}, ${ns}, ${at}, ${at} ${rows}`,
    `INSERT INTO package (id, shipping_order_id, package_id, reference, carrier, tracking_number, shipped_at, state, delivered_at, correlation, created_at)
      SELECT ${id('70')}, ${id('40')}, 'P', 'P-' || n, 'C', 'T-' || n, ${ns}, (${when(3, `'failed'`, `'done'`)})::store_write_state, ${when(3, 'NULL', at)}, 'C-' || n, ${at} ${rows}`,
    `INSERT INTO package_line (package_id, shipping_order_line_id, quantity) SELECT ${id('70')}, ${id('50')}, 1 ${rows}`,
    `INSERT INTO event_ledger (shop_id, event_id, event, body_sha256, subject, status, outcome, received_at, decided_at)
      SELECT shop, event || n, event, sha256(n::text::bytea), prefix || n, 200, 'accepted', ${at}, ${at}
      ${rows} CROSS JOIN (VALUES (${seller}, 'order.created', 'X-'), (${store}, 'order.shipped', 'S-')) AS e (shop, event, prefix)`,
    `INSERT INTO cancellation (id, kind, seller_order_id, requested_by, event_id, state, correlation, requested_at, finished_at)
      SELECT ${id('80')}, 'whole_order', ${id('10')}, ${seller}, 'E-' || n, 'stopped', 'C-' || n, ${at}, ${at} ${rows} WHERE n % 50 = 7`,
    `INSERT INTO "return" (id, side, shop_id, event_id, seller_order_id, shipping_order_id, reference, state, correlation, created_at, registered_at, blanked_at)
      SELECT ${id('90')}, 'shipping', ${store}, 'B-' || n, ${id('10')}, ${id('40')}, 'B-' || n, (${when(15, `'waiting'`, `'registered'`)})::return_state, 'C-' || n, ${at}, ${at}, ${blanked}
      ${rows} WHERE n % 20 = 15`,
    `INSERT INTO return_line (id, return_id, order_line_id, shipping_order_line_id, reported_line_id, quantity)
      SELECT ${id('90')}, ${id('90')}, ${id('20')}, ${id('50')}, 'L', 1 ${rows} WHERE n % 20 = 15`,
  ];
}
