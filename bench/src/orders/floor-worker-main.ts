import { createHash, createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type ConsumeMessage } from 'amqplib';
import { Pool } from 'pg';
import { FloorBatches } from './floor-batches';

/**
 * The floor of a whole order: the minimum that durably does what an order needs, on the hub's own tables, without our
 * code. Up to `FLOOR_BATCH` orders a transaction: ledger, order, line, decision, shipping order as claimed, its line,
 * reservation. Then the answer, one signed `POST`, and receipt and call row together. It validates nothing, recognises no repeated
 * order, calculates no money, recovers from nothing.
 */
const { AMQP_URL = '', DATABASE_URL = '', FLOOR_SECRET: secret = '' } = process.env;
const { FLOOR_STORE_URL: storeUrl = '', FLOOR_SELLER: seller = '' } = process.env;
const MOST = Number(process.env['FLOOR_BATCH']);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Choice {
  n: number;
  shop_id: number;
  variant_id: string;
  slug: string;
}
interface Order {
  event_id: string;
  sha: string;
  data: {
    order_id: string;
    shipping_address: object;
    line_items: [{ variant_id: string; unit_price: number }];
  };
}
interface Placement {
  id: string;
  shop: string;
  shop_id: number;
  reference: string;
  payload: object;
}

const CHOOSE = `
  SELECT w.n::int, c.* FROM unnest($1::text[]) WITH ORDINALITY AS w (sold, n) CROSS JOIN LATERAL (
    SELECT v.shop_id, v.variant_id, s.slug
    FROM (SELECT * FROM variant v WHERE v.gtin = (SELECT gtin FROM variant WHERE shop_id = $2 AND variant_id = w.sold)
      AND v.shop_id <> $2 AND v.on_hand > v.committed OFFSET 0) v
    JOIN shop s ON s.id = v.shop_id ORDER BY v.on_hand - v.committed DESC, v.shop_id LIMIT 1) c`;
const SAVE = `
  WITH o AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (event_id text, sha text, id uuid, order_id text,
      ship_to jsonb, line uuid, sold text, price numeric, decision uuid, placement uuid, shop_id int, reference text,
      payload jsonb, placement_line uuid, variant_id text)),
  a AS (INSERT INTO event_ledger (shop_id, event_id, event, body_sha256, subject, status, outcome, decided_at)
    SELECT $2, event_id, 'order.created', decode(sha, 'hex'), order_id, 200, 'accepted', now() FROM o),
  b AS (INSERT INTO seller_order (id, shop_id, order_id, placed_at, currency, mode, destination_country, ship_to,
      shipping_cost, total_discounts, placements, correlation)
    SELECT id, $2, order_id, 1, 'EUR', 'live', 'SE', ship_to, 0, 0, 1, event_id FROM o),
  c AS (INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, state)
    SELECT line, id, 1, '1', sold, 1, price, 'allocated' FROM o),
  d AS (INSERT INTO routing_decision (id, seller_order_id, policy_version, detail) SELECT decision, id, 'floor', '{}' FROM o),
  e AS (INSERT INTO shipping_order (id, seller_order_id, decision_id, shop_id, external_ref, state, payload, lease_until)
    SELECT placement, id, decision, shop_id, reference, 'sending', payload, now() + interval '2 min' FROM o),
  f AS (INSERT INTO shipping_order_line (id, shipping_order_id, order_line_id, position, external_ref, variant_id, quantity,
      unit_price, calculation)
    SELECT placement_line, placement, line, 1, reference || '-1', variant_id, 1, price, '{}' FROM o),
  g AS (UPDATE variant v SET committed = v.committed + t.pieces
    FROM (SELECT shop_id, variant_id, count(*) AS pieces FROM o GROUP BY 1, 2) t
    WHERE v.shop_id = t.shop_id AND v.variant_id = t.variant_id)
  INSERT INTO reservation (id, shop_id, variant_id, shipping_order_line_id, quantity, remaining)
  SELECT gen_random_uuid(), shop_id, variant_id, placement_line, 1, 1 FROM o`;
const RECORD = `
  WITH r AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, shop_id int, reference text, payload jsonb,
      receipt jsonb)),
  u AS (UPDATE shipping_order s SET state = 'placed', store_order_id = r.receipt ->> 'order_id', placed_at = now(),
      lease_until = NULL FROM r WHERE s.id = r.id)
  INSERT INTO store_call (shop_id, operation, method, path, reference, request, response, status, outcome, attempts, duration_ms)
  SELECT shop_id, 'place_order', 'POST', '/orders', reference, payload, receipt, 200, 'confirmed', 1, 1 FROM r`;

const pool = new Pool({ connectionString: DATABASE_URL, max: 8 });

async function decide(orders: Order[]): Promise<Placement[]> {
  const client = await pool.connect();
  await client.query(
    'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off',
  );
  const sold = orders.map(({ data }) => data.line_items[0].variant_id);
  const { rows } = await client.query<Choice>({
    name: 'choose',
    text: CHOOSE,
    values: [sold, Number(seller)],
  });
  const saved = rows.map(({ n, shop_id, variant_id, slug }) => {
    const { event_id, sha, data } = orders[n - 1] ?? fail();
    const reference = `hub-${createHmac('sha256', secret).update(data.order_id).digest('hex').slice(0, 32)}`;
    const [{ unit_price: price, variant_id: of }] = data.line_items;
    const line = { external_ref: `${reference}-1`, variant_id, quantity: 1, unit_price: price };
    const payload = {
      external_ref: reference,
      tag: 'hub_ship',
      ship_to: data.shipping_address,
      line_items: [line],
    };
    const ids = { id: randomUUID(), line: randomUUID(), decision: randomUUID(), placement: randomUUID() };
    const order = { event_id, sha, order_id: data.order_id, ship_to: data.shipping_address, sold: of, price };
    return { ...ids, ...order, shop_id, reference, payload, placement_line: randomUUID(), variant_id, slug };
  });
  await client.query({ name: 'save', text: SAVE, values: [JSON.stringify(saved), Number(seller)] });
  await client.query('COMMIT');
  client.release();
  return saved.map(({ placement: id, slug: shop, shop_id, reference, payload }) => ({
    id,
    shop,
    shop_id,
    reference,
    payload,
  }));
}

function fail(): never {
  throw new Error('an order without a shop');
}

function place({ shop, payload }: Placement): Promise<string> {
  const body = JSON.stringify(payload);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-HUB-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  return new Promise((resolve, reject) => {
    request(`${storeUrl}/${shop}/orders`, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    })
      .once('error', reject)
      .end(body);
  });
}

async function main(): Promise<void> {
  const connection = await connect(AMQP_URL, { noDelay: true });
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('bench.floor', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  const decisions = new FloorBatches<Order, Placement>({ most: MOST, slots: MOST === 1 ? 8 : 2 }, decide);
  const records = new FloorBatches<object, object>({ most: 100, slots: 1 }, async (ended) => {
    await pool.query({ name: 'record', text: RECORD, values: [JSON.stringify(ended)] });
    return ended;
  });
  const handle = async (message: ConsumeMessage) => {
    const order: Order = JSON.parse(message.content.toString());
    const placed = await decisions.add({
      ...order,
      sha: createHash('sha256').update(message.content).digest('hex'),
    });
    const verdict = JSON.stringify({ success: true, event_id: order.event_id, outcome: 'accepted' });
    const { replyTo, correlationId } = message.properties;
    channel.publish('', replyTo, Buffer.from(verdict), { correlationId });
    const receipt: unknown = JSON.parse(await place(placed));
    await records.add({ ...placed, receipt });
    channel.ack(message);
  };
  await channel.prefetch(128);
  await channel.consume('bench.floor', (message) => {
    if (message) void handle(message);
  });
}

void main();
