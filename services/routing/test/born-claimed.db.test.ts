import { randomUUID } from 'node:crypto';
import { instantFromMs, OrderCreated, readEventData, type ShippingOrderReceipt } from '@hub/contract';
import { startWorker, type EventInput, type WorkerContext } from '@hub/messaging';
import type { Component } from '@hub/runtime';
import { startStoreWrites, type StoreWriter } from '@hub/store-writes';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  eventually,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type OrderData,
  type StoredShop,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RoutingConfig } from '../src/config';
import { orderIntake } from '../src/intake/handle-order-created';
import { placingWrite, type ClaimedPlacing } from '../src/placing/placing-write';
import { References } from '../src/routing/references';
import { LocalStore } from './local-store';
import { RELAY_DOMAIN, RoutingWorld } from './routing-world';
import { Statements } from './statements';

const GTIN = aGtin(1);
/** Per shop at a time. */
const SLOTS = 6;
const WAITS_MS = [60_000];

let world: RoutingWorld;
let context: WorkerContext<RoutingConfig>;
let store: LocalStore;
let seller: StoredShop;
let shipper: StoredShop;
/** Of the process that decides. */
let clockAheadMs = 0;
let writer: StoreWriter<ClaimedPlacing, ShippingOrderReceipt>;
let intake: ReturnType<typeof orderIntake>;
const workerComponents: Component[] = [];
let components: Component[] = [];

beforeAll(async () => {
  world = await RoutingWorld.open();
  const config: RoutingConfig = {
    DATABASE_URL: world.url,
    AMQP_URL: testAmqpUrl(),
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    RELAY_EMAIL_DOMAIN: RELAY_DOMAIN,
    PLACING_PASSES_MS: WAITS_MS,
    STORE_TIMEOUT_MS: 10_000,
    STORE_RETRY_BASE_MS: 1,
    ALLOW_INSECURE_STORES: true,
    HEALTH_PORT: undefined,
    LOG_LEVEL: 'error',
  };
  const { logger } = world;
  const subscriptions = (given: WorkerContext<RoutingConfig>) => {
    context = given;
    return { consumers: [] };
  };
  await startWorker({ name: 'routing', config, logger, subscriptions }, workerComponents);
}, 60_000);
afterAll(async () => {
  for (const component of workerComponents.toReversed()) await component.stop();
  await world.close();
}, 60_000);
beforeEach(async () => {
  clockAheadMs = 0;
  await world.empty();
  store = await LocalStore.open();
  seller = await aShop(world.db, { slug: 'seller' });
  shipper = await aShop(world.db, { slug: 'shipper', storeApiRoot: store.url });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: GTIN });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 90 });
  const writing = startStoreWrites(context, (calls) =>
    placingWrite({ calls, context: context.work, waitsMs: WAITS_MS }),
  );
  ({ writer, components } = writing);
  for (const component of writing.components) await component.start?.();
  intake = orderIntake({
    references: new References(TEST_ENCRYPTION_KEY, RELAY_DOMAIN),
    sheets: writing.directory,
    placing: writer,
    logger: world.logger,
  });
});
afterEach(async () => {
  for (const component of components.toReversed()) await component.stop();
  await store.close();
});

function eventOf(order: OrderData): EventInput<OrderCreated> {
  const read = readEventData(OrderCreated, order);
  if (!read.ok) throw new Error(read.refusal.message);
  const now = Date.now() + clockAheadMs;
  return {
    shopId: seller.id,
    eventId: randomUUID(),
    occurredAt: instantFromMs(now),
    data: read.data,
    correlation: 'C-1',
    replyTo: null,
    receivedAt: now,
    latestNow: now,
    dropped: [],
    now,
  };
}

const receive = (...orders: OrderData[]) =>
  context.work.transactSql((tx) => intake.handleAll(tx, orders.map(eventOf)));
const aLine = () => anOrder({ line_items: [anOrderLine()] });
const shippingOrders = () => world.db.shippingOrder.findMany({ orderBy: { createdAt: 'asc' } });
const states = async () => (await shippingOrders()).map(({ state }) => state);
/** Once all calls have ended and are recorded. */
async function placed(count: number): Promise<void> {
  await writer.runOnce();
  expect((await states()).filter((state) => state === 'placed')).toHaveLength(count);
}

describe('a shipping order is born claimed: the process that decided it makes the call', () => {
  it('is stored as being sent, called after the commit, and placed by its receipt', async () => {
    let atTheCall: unknown;
    store.before = async () => {
      atTheCall ??= await world.db.shippingOrder.findFirst({ include: { lines: true } });
    };
    await receive(aLine());
    await placed(1);
    expect(atTheCall).toMatchObject({ state: 'sending', shopId: shipper.id, leaseUntil: expect.any(Date) });
    const [order] = await shippingOrders();
    expect(order).toMatchObject({
      storeOrderId: 'SO-1',
      leaseUntil: null,
      nextAttemptAt: null,
      firstSentAt: expect.any(Date),
      placedAt: expect.any(Date),
    });
    expect(store.bodies.map((body) => JSON.parse(body))).toEqual([order?.payload]);
    // D17: from its attempt on, stock reports consume the reservation.
    const [reservation] = await world.db.reservation.findMany();
    const { attemptedAt, consumableFrom } = reservation ?? {};
    expect(consumableFrom).toBeGreaterThanOrEqual(attemptedAt ?? 0n);
    expect(attemptedAt).toBeGreaterThan(0n);
    expect(await world.stockFaults()).toEqual([]);
  });

  it('costs a single order of one line 8 round trips and 2 messages, its own included, and a batch fewer', async () => {
    const measured = async (count: number) => {
      const statements = new Statements();
      await receive(...Array.from({ length: count }, aLine));
      await writer.runOnce();
      statements.end();
      expect(statements.commands()).toEqual(['network-quantity.recalculate']);
      return statements.roundTrips();
    };
    // However slow the machine: no attempt begins so long after its claim that it is recorded separately.
    clockAheadMs = 60_000;
    const least = async (count: number) =>
      Math.min(await measured(count), await measured(count), await measured(count));
    // The frame's ledger is the eighth.
    expect(await least(1)).toBe(7);
    expect(await least(4)).toBeLessThan(4 * 7);
    await placed(15);
  });

  it('a transaction that is rolled back makes no call, and its slots are free again', async () => {
    const orders = Array.from({ length: SLOTS }, aLine);
    const lost = context.work.transactSql(async (tx) => {
      await intake.handleAll(tx, orders.map(eventOf));
      throw new Error('lost');
    });
    await expect(lost).rejects.toThrow('lost');
    expect(store.bodies).toEqual([]);
    await receive(...orders);
    await placed(SLOTS);
  });

  it('beyond the slots of their shop they are planned, and placed as slots come free', async () => {
    const release: (() => void)[] = [];
    store.before = () => new Promise<void>((resolve) => release.push(resolve));
    const statements = new Statements();
    await receive(...Array.from({ length: SLOTS + 2 }, aLine));
    statements.end();
    expect((await states()).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'planned'),
      ...Array.from({ length: SLOTS }, () => 'sending'),
    ]);
    expect(statements.commands()).toEqual(['network-quantity.recalculate']);
    await eventually(() => expect(release).toHaveLength(SLOTS));
    store.before = () => Promise.resolve();
    for (const one of release) one();
    await eventually(async () => expect(new Set(await states())).toEqual(new Set(['placed'])));
    expect(store.bodies).toHaveLength(SLOTS + 2);
  });
});

describe('other outcomes of its call', () => {
  it('D18: refused: a dead letter, a block, an alert', async () => {
    store.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    const statements = new Statements();
    await receive(aLine());
    await writer.runOnce();
    statements.end();
    expect(await shippingOrders()).toMatchObject([
      { state: 'refused', lastFailure: 'refused: 404 unknown_variant' },
    ]);
    expect(await world.db.reservation.findMany()).toMatchObject([{ kind: 'block' }]);
    expect((await world.alerts()).map((alert) => alert.split(' ')[0])).toEqual(['placing_refused']);
    expect(statements.deadLetters()).toEqual(['shipping-order.place']);
  });

  it('D18: a lost answer: kept sending, and the sweep settles it by the same call', async () => {
    store.fault = { kind: 'lose_answer' };
    await receive(aLine());
    await writer.runOnce();
    expect(await shippingOrders()).toMatchObject([
      { state: 'sending', passes: 1, leaseUntil: null, nextAttemptAt: expect.any(Date) },
    ]);
  });

  it('D23: deferred: planned again, without repeating the attempts already made', async () => {
    store.fault = { kind: 'status', status: 429, code: 'rate_limited', retryAfter: '60' };
    await receive(aLine());
    await writer.runOnce();
    expect(await shippingOrders()).toMatchObject([{ state: 'planned', callAttempts: 1, passes: 0 }]);
  });

  it('D12: its shop had reported that it cannot ship the order with this id: that counts now', async () => {
    await world.db.cancellationMarker.create({ data: { shopId: shipper.id, orderId: 'SO-1' } });
    const statements = new Statements();
    await receive(aLine());
    await writer.runOnce();
    statements.end();
    expect(statements.commands()).toContain('shipping-order.cannot-ship');
    expect(await states()).toEqual(['placed']);
  });

  it('D18: a receipt with an order id that the shop has used is invalid', async () => {
    await receive(aLine());
    await writer.runOnce();
    store.fault = { kind: 'receipt', change: { order_id: 'SO-1' } };
    await receive(aLine());
    await writer.runOnce();
    expect((await states()).toSorted()).toEqual(['placed', 'sending']);
    expect((await world.alerts()).map((alert) => alert.split(' ')[0])).toEqual(['placing_failed']);
  });

  it('D21: a stop requested during the call continues once it is placed', async () => {
    store.before = async () => {
      await world.db.shippingOrder.updateMany({ data: { stopRequestedAt: new Date() } });
      const { id: shippingOrderId, sellerOrderId } = await world.db.shippingOrder.findFirstOrThrow();
      const cancellation = await world.db.cancellation.create({
        data: {
          id: randomUUID(),
          kind: 'whole_order',
          sellerOrderId,
          requestedBy: seller.id,
          eventId: 'E-1',
          correlation: 'C-2',
        },
      });
      await world.db.shippingOrderStop.create({
        data: {
          id: randomUUID(),
          cancellationId: cancellation.id,
          shippingOrderId,
          reference: randomUUID(),
          state: 'settling',
        },
      });
    };
    await receive(aLine());
    await placed(1);
    expect(await world.db.shippingOrderStop.findMany()).toMatchObject([{ state: 'due' }]);
  });
});
