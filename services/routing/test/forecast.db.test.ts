import { randomUUID } from 'node:crypto';
import { lockSellerOrderId } from '@hub/orders/records';
import {
  allQueues,
  Broker,
  commandQueue,
  COMMANDS,
  eventQueue,
  EventRequester,
  ForecastRequester,
  queueNames,
  startWorker,
  type Command,
  type ForecastAnswer,
} from '@hub/messaging';
import type { Component } from '@hub/runtime';
import {
  aGtin,
  anEnvelope,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  eventually,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RoutingConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { LocalStore } from './local-store';
import { RELAY_DOMAIN, RoutingWorld } from './routing-world';

/** The running worker: asked what it would do, then made to do it. */
let world: RoutingWorld;
let store: LocalStore;
let seller: StoredShop;
let requester: EventRequester;
let forecasts: ForecastRequester;
const components: Component[] = [];

beforeAll(async () => {
  world = await RoutingWorld.open();
  store = await LocalStore.open();
  const amqpUrl = testAmqpUrl();
  await purgeBroker(amqpUrl, queueNames(allQueues()));
  seller = await aShop(world.db, { slug: 'seller' });
  const shipper = await aShop(world.db, { slug: 'shipper', storeApiRoot: store.url });
  const gtin = aGtin(1);
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin, onHand: 9_000 });
  const config: RoutingConfig = {
    DATABASE_URL: world.url,
    AMQP_URL: amqpUrl,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    RELAY_EMAIL_DOMAIN: RELAY_DOMAIN,
    PLACING_PASSES_MS: [60_000],
    STORE_TIMEOUT_MS: 2_000,
    STORE_RETRY_BASE_MS: 1,
    ALLOW_INSECURE_STORES: true,
    HEALTH_PORT: undefined,
    LOG_LEVEL: 'error',
  };
  await startWorker({ name: 'routing', config, logger: world.logger, subscriptions }, components);
  const [sender, asker] = ['sender', 'asker'].map(
    (name) => new Broker({ config: { AMQP_URL: amqpUrl }, name, queues: allQueues(), logger: world.logger }),
  );
  if (!sender || !asker) throw new Error('no brokers');
  requester = new EventRequester(sender);
  forecasts = new ForecastRequester(asker);
  await Promise.all([sender.start(), asker.start()]);
  components.push(sender, asker);
  await eventually(async () => {
    for (const component of components)
      if (component.ready && !(await component.ready())) throw new Error(`${component.name} is not ready`);
  });
  await eventually(async () => {
    if ((await askOrder(anOrder())) === null) throw new Error('no worker answers');
  });
}, 60_000);
afterAll(async () => {
  for (const component of components.toReversed()) await component.stop();
  await store.close();
  await world.close();
}, 60_000);

const QUEUE = eventQueue('order.created').name;

function bodyOf(order: object, eventId: string = randomUUID()): Buffer {
  return Buffer.from(JSON.stringify(anEnvelope('order.created', order, { event_id: eventId })));
}

function askBody(body: Buffer): Promise<ForecastAnswer | null> {
  return forecasts.ask({ queue: QUEUE, type: 'order.created', shopId: seller.id, body });
}

/** A machine under load may answer none in time. */
function askUntilKnown(body: Buffer): Promise<ForecastAnswer> {
  return eventually(async () => {
    const answer = await askBody(body);
    if (answer === null || answer.end.kind === 'too_slow') throw new Error('no forecast in time');
    return answer;
  });
}

const askOrder = (order: object) => askBody(bodyOf(order));

function ask<T extends object>(command: Command<T>, payload: NoInfer<T>): Promise<ForecastAnswer | null> {
  const body = Buffer.from(JSON.stringify(payload));
  return forecasts.ask({ queue: commandQueue(command).name, type: command.type, shopId: null, body });
}

async function send(body: Buffer) {
  const answer = await requester.request({
    event: 'order.created',
    shopId: seller.id,
    body,
    correlation: randomUUID(),
    receivedAt: Date.now(),
    timeoutMs: 20_000,
  });
  if (answer.kind !== 'answered') throw new Error(answer.kind);
  return answer.verdict;
}

/** Whatever a forecast could leave behind. */
async function left() {
  const { db } = world;
  const counts = [db.sellerOrder.count(), db.eventLedger.count(), db.outbox.count(), db.alert.count()];
  return { rows: await Promise.all(counts), bodies: store.bodies.length };
}

describe('the forecast of a replay is the worker’s own work, rolled back', () => {
  it('an unpaid order: the same refusal that the replay gets', async () => {
    const body = bodyOf(anOrder({ payment_status: 'pending' }));
    const verdict = { status: 422, code: 'invalid_order', field: 'data.payment_status' };
    expect(await askBody(body)).toMatchObject({ end: { kind: 'answered', verdict } });
    expect(await send(body)).toMatchObject(verdict);
  });

  it('leaves nothing behind: no row, no message, no call', async () => {
    const before = await left();
    const order = anOrder({ line_items: [anOrderLine()] });
    expect(await askOrder(order)).toMatchObject({
      end: { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } },
      rows: { seller_order: 1, order_line: 1 },
    });
    expect(await left()).toEqual(before);
    expect(await send(bodyOf(order))).toEqual({ status: 200, outcome: 'accepted' });
  });

  it('the forecast of any order is its outcome, whatever is wrong with it', async () => {
    const order_id = fc.constantFrom('O-A', 'O-B', 'O-C', 'O-D', 'O-E', 'O-F', 'O-G', 'O-H');
    const change = fc.constantFrom<object[]>(
      {},
      { line_items: [anOrderLine()] },
      { payment_status: 'pending' },
      { currency: 'JPY' },
      { created_at: '2999-01-01T00:00:00Z' },
      { created_at: 'yesterday' },
      { tags: ['hub_ship'] },
      { total_discounts: 1_000_000 },
      { line_items: [anOrderLine({ variant_id: 'unknown' })] },
      { line_items: [anOrderLine({ quantity: 0 })] },
    );
    const sent: string[] = [];
    const eventId = fc.integer({ min: 1, max: 60 }).map((id) => `E-any-${id}`);
    await fc.assert(
      fc.asyncProperty(change, order_id, eventId, async (fields, orderId, id) => {
        const body = bodyOf({ ...anOrder({ order_id: orderId }), ...fields }, id);
        const forecast = await askUntilKnown(body);
        const verdict = await send(body);
        sent.push(verdict.status === 200 ? verdict.outcome : verdict.code);
        expect(forecast.end).toEqual({ kind: 'answered', verdict });
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(new Set(sent).size).toBeGreaterThan(3);
  }, 60_000);

  it('waits for no lock: the forecast says that another transaction is working on the message', async () => {
    const order = anOrder({ line_items: [anOrderLine()] });
    const body = bodyOf(order, 'E-busy');
    await world.db.$transaction(async (tx) => {
      await lockSellerOrderId(tx, { shopId: seller.id, orderId: order.order_id });
      expect(await askBody(body)).toMatchObject({ end: { kind: 'busy' } });
    });
  });

  it('a command whose work calls a store: it would be due, and no call is made', async () => {
    const order = anOrder({ line_items: [anOrderLine()] });
    await send(bodyOf(order));
    const id = await eventually(async () => {
      const [shipping] = (await world.order(order.order_id)).shippingOrders;
      if (shipping?.state !== 'placed') throw new Error('not placed');
      return shipping.id;
    });
    const shippingOrderId = id;
    const unsent = { state: 'planned', storeOrderId: null, placedAt: null, leaseUntil: null } as const;
    await world.db.shippingOrder.update({ where: { id }, data: unsent });
    const before = store.bodies.length;
    expect(await ask(COMMANDS.placeShippingOrder, { shippingOrderId })).toMatchObject({
      end: { kind: 'handled', ignored: false },
      // Claimed, and the attempt taken back, as no call is made (D11).
      rows: { shipping_order: 2 },
    });
    expect(await world.db.shippingOrder.findUnique({ where: { id } })).toMatchObject({ state: 'planned' });
    await world.db.shippingOrder.update({ where: { id }, data: { state: 'placed' } });
    expect(await ask(COMMANDS.placeShippingOrder, { shippingOrderId })).toMatchObject({
      end: { kind: 'handled', ignored: true },
      rows: {},
    });
    expect(store.bodies).toHaveLength(before);
  });

  it('a queue without a worker is reported at once', async () => {
    const body = Buffer.from('{}');
    const asked = { queue: 'returns.return.created', type: 'return.created', shopId: seller.id, body };
    expect(await forecasts.ask(asked)).toBeNull();
  });
});
