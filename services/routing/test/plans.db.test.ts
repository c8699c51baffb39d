import { randomUUID } from 'node:crypto';
import { createDatabase, inSqlTransaction, type Database } from '@hub/database';
import { findStoredOrders } from '@hub/orders/arrivals';
import { recordReceipts } from '@hub/orders/placements';
import {
  aGtin,
  anAddress,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  planFaults,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { RoutingWorld } from './routing-world';
import { Statements } from './statements';

/** The hot statements of an order, as planned for a connection: once, for any sizes. */
const [SHOPS, ARTICLES, ORDERS] = [100, 60, 5_000];
/** As `inSqlTransaction` sets it. */
const SETTINGS =
  'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off; SET client_min_messages = error';

let world: RoutingWorld;
let db: Database;
let client: Client;
let seller: StoredShop;
let shipper: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  db = createDatabase(world.url, { poolSize: 1 });
  client = new Client({ connectionString: world.url });
  await client.connect();
  await client.query(SETTINGS);
  seller = await aShop(world.db, { slug: 'seller' });
  shipper = await aShop(world.db, { slug: 'shipper' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: aGtin(1) });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: aGtin(1), onHand: 90 });
}, 60_000);
afterAll(async () => {
  await client.end();
  await db.$disconnect();
  await world.close();
});

/** Every suspended shop: there are few, and the index holds no others. The last end of a restore: one entry. */
const WHOLE = new Set(['shop_suspended', 'restore_gap_orders_until_idx']);

const ask = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;

/** The queries of a batch, with coordinates and without, and of its receipts. */
async function hotStatements(): Promise<string[]> {
  const statements = new Statements();
  const located = anAddress({ latitude: 59.3, longitude: 18 });
  const lines = [anOrderLine({ variant_id: 'V-1' })];
  const orders = [anOrder({ line_items: lines }), anOrder({ line_items: lines, shipping_address: located })];
  await world.receiveTogether(
    orders.map((order) => ({ shopId: seller.id, order })),
    { db },
  );
  await inSqlTransaction(db, async (tx) => {
    await findStoredOrders(tx, [{ shopId: seller.id, orderId: 'O-1' }]);
    const receipt = { shopId: shipper.id, storeOrderId: 'S', leaseUntil: new Date(), attemptedAt: 0 };
    await recordReceipts(tx, [{ ...receipt, shippingOrderId: randomUUID() }], 0);
  });
  statements.end();
  return statements.hotTexts();
}

/** Statements with faults in their plans. */
async function faultsOf(texts: readonly string[]): Promise<{ text: string; faults: string[] }[]> {
  const found: { text: string; faults: string[] }[] = [];
  for (const text of texts) found.push({ text, faults: await planFaults(ask, text, WHOLE) });
  return found.filter(({ faults }) => faults.length > 0);
}

/** Copies of a stored row, with some columns changed. */
const copies = (table: string, changed: string, series: string) =>
  client.query(`
    INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(o) || jsonb_build_object(${changed}))).*
    FROM (SELECT * FROM ${table} LIMIT 1) o, ${series}`);

async function fill(): Promise<void> {
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
  const [shops, orders] = [`generate_series(1, ${SHOPS}) n`, `generate_series(1, ${ORDERS}) n`];
  await copies('shop', `'id', 1000 + n, 'slug', 'shop-' || n`, shops);
  const variant = `'shop_id', 1000 + n, 'variant_id', 'W-' || a, 'gtin', lpad(a::text, 14, '0')`;
  await copies('variant', variant, `${shops}, generate_series(1, ${ARTICLES}) a`);
  await client.query(`
    INSERT INTO stock_level (shop_id, variant_id, location_id, quantity)
    SELECT shop_id, variant_id, '1001', 5 FROM variant WHERE shop_id > 1000`);
  await copies('seller_order', `'id', gen_random_uuid(), 'order_id', 'X-' || n`, orders);
  const placed = `'external_ref', 'X-' || n, 'relay_email', NULL, 'store_order_id', 'X-' || n, 'state', 'placed'`;
  await copies('shipping_order', `'id', gen_random_uuid(), ${placed}`, orders);
  await copies('shipping_order_line', `'id', gen_random_uuid(), 'external_ref', 'L-' || n`, orders);
  await copies('reservation', `'id', gen_random_uuid(), 'remaining', 0`, orders);
  await client.query('ANALYZE');
}

it('on an empty database the hot statements of an order are planned to read by the whole key, as plans outlive it', async () => {
  expect(await faultsOf(await hotStatements())).toEqual([]);
}, 60_000);

it('on a large database the hot statements of an order read what they need by its key, whatever comes', async () => {
  await hotStatements();
  await fill();
  const texts = await hotStatements();
  expect(texts.length).toBeGreaterThanOrEqual(6);
  expect(await faultsOf(texts)).toEqual([]);
}, 120_000);
