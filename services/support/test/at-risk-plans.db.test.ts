import { inTransaction } from '@hub/database';
import { countAtRisk, listAtRisk } from '@hub/desk/problems';
import { firstList } from '@hub/desk/first';
import { makeDueMails } from '@hub/desk/mails';
import { aShippingOrder, aShop, createTestDatabase, planFaults, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { z } from 'zod';

const ORDERS = 20_000;
/** One of this many is open, of each kind. */
const ONE_OF = 200;
/** Indexes that may be scanned in full: they hold only open rows, or are as short as the list of shops. */
const WHOLE = new Set([
  'order_line_waiting_order',
  'order_line_waiting_variant',
  'seller_order_held',
  'shipping_order_unplaced',
  'shipping_order_writes',
  'shipping_order_unshipped',
  'sent_event_refused_of_order',
  'package_owed',
  'return_owed',
  'shipping_order_stop_unfinished',
  'rest_stated',
  'shop_pkey',
  'shop_slug_key',
  // Items of cases that are not resolved, and cases that are open.
  'support_case_item_open',
  'support_case_open',
  // Stores that refuse calls now.
  'call_hold_pkey',
  // Failed messages of the last days, of any queue.
  'dead_letter_shop_id_last_failed_at_idx',
]);
/** The settings of the pages' connections, except that full scans happen only if there is no other plan. */
const SETTINGS = 'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off';

const ADA = {
  person: 'ada',
  role: 'agent',
  identity: { vouchedBy: 'accounts', person: 'ada' },
  actor: 'agent:ada',
} as const;

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const [sellingShop, shippingShop] = [await aShop(database.db), await aShop(database.db)];
  await aShippingOrder(database.db, { sellingShop, shippingShop });
  await fill({ seller: sellingShop.id, store: shippingShop.id });
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

const id = (kind: number) => `('${kind}0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const often = (open: string, done: string) => `CASE WHEN n % ${ONE_OF} = 0 THEN '${open}' ELSE '${done}' END`;

async function fill({ seller, store }: { seller: number; store: number }): Promise<void> {
  const many = `FROM generate_series(1, ${ORDERS}) n`;
  await client.query(`
    SET session_replication_role = replica; SET synchronous_commit = off;
    INSERT INTO seller_order (id, shop_id, order_id, placed_at, currency, mode, destination_country, shipping_cost, total_discounts, correlation)
      SELECT ${id(1)}, ${seller}, 'X-' || n, 0, 'EUR', 'live', 'SE', 0, 0, 'C' ${many};
    INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, state, waiting_reason)
      SELECT ${id(2)}, ${id(1)}, 0, 'L', 'V', 1, 10, (${often('waiting', 'allocated')})::order_line_state, 'no_candidate' ${many};
    INSERT INTO shipping_order (id, seller_order_id, decision_id, shop_id, external_ref, store_order_id, state, placed_at, packed_at, rest_stated_at)
      SELECT ${id(3)}, ${id(1)}, ${id(3)}, ${store}, 'X-' || n, 'SO-' || n, (${often('refused', 'placed')})::shipping_order_state,
        '2026-01-01', CASE WHEN n % ${ONE_OF} = 1 THEN NULL ELSE now() END, CASE WHEN n % ${ONE_OF} = 1 THEN now() END ${many};
    INSERT INTO shipping_order_line (id, shipping_order_id, order_line_id, position, external_ref, variant_id, quantity, unit_price, calculation)
      SELECT ${id(4)}, ${id(3)}, ${id(2)}, 0, 'Y-' || n, 'V', 1, 7, '{}' ${many};
    INSERT INTO package (id, shipping_order_id, package_id, reference, carrier, tracking_number, shipped_at, state, correlation)
      SELECT ${id(5)}, ${id(3)}, 'P', 'P-' || n, 'C', 'T-' || n, 0, (${often('failed', 'done')})::store_write_state, 'C' ${many};
    INSERT INTO sent_event (id, shop_id, received_at, event, event_id, about, status, code, by_ingress)
      SELECT ${id(6)}, ${seller}, now(), 'order.created', 'E-' || n, 'R-' || n, (${often('422', '200')})::int, 'invalid_order', false ${many};
    INSERT INTO package_line (package_id, shipping_order_line_id, quantity) SELECT ${id(5)}, ${id(4)}, 1 ${many};
    INSERT INTO "return" (id, side, shop_id, event_id, seller_order_id, state, correlation)
      SELECT ${id(7)}, 'shipping', ${store}, 'E', ${id(1)}, (${often('waiting', 'registered')})::return_state, 'C' ${many};
    INSERT INTO return_line (id, return_id, order_line_id, reported_line_id, quantity)
      SELECT ${id(8)}, ${id(7)}, ${id(2)}, 'L', 1 ${many};
    INSERT INTO cancellation (id, kind, seller_order_id, requested_by, event_id, correlation)
      SELECT ${id(9)}, 'whole_order', ${id(1)}, ${seller}, 'E', 'C' ${many};
    INSERT INTO shipping_order_stop (id, cancellation_id, shipping_order_id, reference, state)
      SELECT ${id(9)}, ${id(9)}, ${id(3)}, 'S-' || n, (${often('failed', 'confirmed')})::stop_state ${many};
    INSERT INTO support_case (id, cause_kind, about, key, opened_at, closed_at, size, reported_size, reported_at)
      SELECT ${id(1)}, 'message', '', n::text, now(), CASE WHEN n % ${ONE_OF} > 0 THEN now() END, 1, 1, now() ${many};
    INSERT INTO support_case_item (case_id, item, subjects, since, ended_at)
      SELECT ${id(1)}, 'alert:' || n, '{}', now(), CASE WHEN n % ${ONE_OF} > 0 THEN now() END ${many};
    ANALYZE; RESET session_replication_role`);
}

const Asked = z.object({ text: z.string() });

/** The SQL of the queries that the work runs. */
async function textsOf(work: () => Promise<unknown>, word = 'shipping_order_stop'): Promise<string[]> {
  const spy = jest.spyOn(Client.prototype, 'query');
  await work();
  const texts = spy.mock.calls.flatMap(([query]) => Asked.safeParse(query).data?.text ?? []);
  spy.mockRestore();
  return [...new Set(texts)].filter((text) => text.includes(word));
}

it('reads what is at risk from open rows only, however many orders there are', async () => {
  const { db } = database;
  const now = Date.now();
  const texts = await textsOf(async () => {
    await firstList.find({ db, ...ADA, now }, {}, { limit: 30 });
    await countAtRisk(db, now);
    await listAtRisk(db, { limit: 200, now });
  });
  expect(texts.length).toBeGreaterThanOrEqual(3);
  await client.query(SETTINGS);
  const ask = async (text: string): Promise<unknown> => (await client.query(text)).rows;
  for (const text of texts) expect(await planFaults(ask, text, WHOLE)).toEqual([]);
}, 60_000);

it('finds what waits for shops, for their mails, in open rows only (D38)', async () => {
  await database.db.shop.updateMany({ data: { contacts: { technical: 'ops@shop.example' } } });
  const make = () => inTransaction(database.db, (tx) => makeDueMails(tx, Date.now()));
  const texts = await textsOf(make, 'INSERT INTO shop_mail');
  expect(texts).toHaveLength(8);
  await client.query(SETTINGS);
  const ask = async (text: string): Promise<unknown> => (await client.query(text)).rows;
  const faults = [];
  for (const text of texts) faults.push(...(await planFaults(ask, text, WHOLE)));
  expect(faults).toEqual([]);
}, 60_000);
