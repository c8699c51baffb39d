import { randomUUID } from 'node:crypto';
import { verifySignature } from '@hub/contract';
import { inTransaction } from '@hub/database';
import type { Settlement } from '@hub/messaging';
import { settleAsPlaced } from '@hub/orders/placements';
import { findNamedOrder } from '@hub/orders/records';
import { rerouteShippingOrder, settleShippingOrder } from '@hub/orders/support';
import {
  createShopCalls,
  createShopDirectory,
  resumeCalls,
  type ShopCalls,
  type ShopDirectory,
} from '@hub/shops';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalStore } from './local-store';
import { pickAllDue, placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

const GTIN = aGtin(1);
const WAITS_MS = [60_000, 300_000];
const LEASE = 30_000;

let world: RoutingWorld;
let store: LocalStore;
let directory: ShopDirectory;
let calls: ShopCalls;
let shipper: StoredShop;
let seller: StoredShop;
/** What the handler's clock says. */
let now = Date.now();

beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  now = Date.now();
  store = await LocalStore.open();
  seller = await aShop(world.db, { slug: 'seller' });
  shipper = await aShop(world.db, { slug: 'shipper', storeApiRoot: store.url });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: GTIN });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 9 });
  const { db, logger } = world;
  directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
  await directory.start();
  calls = aWorkersCalls();
});
afterEach(async () => {
  await calls.stop();
  await directory.stop();
  await store.close();
});

/** With a separate circuit, as in another process. */
function aWorkersCalls(): ShopCalls {
  const { db, logger } = world;
  return createShopCalls({
    db,
    directory,
    logger,
    timeoutMs: 10_000,
    retryBaseMs: 1,
    allowInsecureStores: true,
  });
}

/** An order routed to the shipper: its shipping order's id. */
async function aPlannedOrder(): Promise<string> {
  const id = await world.accept(seller.id, anOrder({ line_items: [anOrderLine({ quantity: 2 })] }));
  await world.route(id);
  const { id: shippingOrderId } = await world.db.shippingOrder.findFirstOrThrow({
    where: { sellerOrderId: id },
  });
  await world.db.outbox.deleteMany();
  return shippingOrderId;
}

/** Claimed by a process that has died since. */
async function aClaimThatRanOut(id: string): Promise<void> {
  const at = new Date(now);
  const data = { state: 'sending', leaseUntil: at, nextAttemptAt: at } as const;
  await world.db.shippingOrder.update({ where: { id }, data });
}

function place(shippingOrderId: string, by: Pick<ShopCalls, 'send'> = calls): Promise<Settlement> {
  return placeOne(world, shippingOrderId, { calls: by, now: () => now, waitsMs: WAITS_MS, leaseMs: LEASE });
}

const stored = (id: string) =>
  world.db.shippingOrder.findUniqueOrThrow({ where: { id }, include: { lines: true } });
const reservations = () => world.db.reservation.findMany();
/** A stock report lifts every block (D17). */
const liftBlocks = () => world.db.$executeRaw`
  WITH lifted AS (UPDATE reservation SET remaining = 0, ended_at = now() WHERE kind = 'block' AND remaining > 0)
  UPDATE variant SET committed = 0 WHERE variant_id = 'S-1'`;

/** Requests a cancellation of the whole order, as the cancellation service does for what may have been sent. */
async function askToStop(shippingOrderId: string): Promise<string> {
  const { sellerOrderId } = await stored(shippingOrderId);
  const stopId = randomUUID();
  await inTransaction(world.db, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${sellerOrderId}::uuid FOR UPDATE`;
    await tx.shippingOrder.update({ where: { id: shippingOrderId }, data: { stopRequestedAt: new Date() } });
    const cancellation = await tx.cancellation.create({
      data: {
        id: randomUUID(),
        kind: 'whole_order',
        sellerOrderId,
        requestedBy: seller.id,
        eventId: 'E-1',
        correlation: 'C-2',
      },
    });
    await tx.shippingOrderStop.create({
      data: {
        id: stopId,
        cancellationId: cancellation.id,
        shippingOrderId,
        reference: stopId,
        state: 'settling',
      },
    });
  });
  return stopId;
}

const stopState = async (id: string) =>
  (await world.db.shippingOrderStop.findUniqueOrThrow({ where: { id } })).state;

describe('a valid receipt', () => {
  it("places the shipping order under the store's id; the frozen payload was sent, signed", async () => {
    const id = await aPlannedOrder();
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    const placed = await stored(id);
    expect(placed).toMatchObject({
      state: 'placed',
      storeOrderId: 'SO-1',
      nextAttemptAt: null,
      leaseUntil: null,
      failedAt: null,
    });
    expect(placed.placedAt).not.toBeNull();
    const [body = ''] = store.bodies;
    expect(JSON.parse(body)).toEqual(placed.payload);
    const header = String(store.signatures[0]);
    expect(verifySignature({ secrets: [shipper.signingSecret], body, header })).toBe(true);
  });

  it('from its attempt on stock reports consume the reservation (D17)', async () => {
    const id = await aPlannedOrder();
    expect(await reservations()).toMatchObject([{ attemptedAt: null, consumableFrom: null }]);
    await place(id);
    const [reserved] = await reservations();
    expect(reserved).toMatchObject({ kind: 'reserved', remaining: 2 });
    expect(Number(reserved?.consumableFrom)).toBeGreaterThanOrEqual(now * 1_000_000);
    expect((await stored(id)).firstSentAt?.getTime()).toBe(now);
  });

  it('of an order that is already placed changes nothing', async () => {
    const id = await aPlannedOrder();
    await place(id);
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'the shop has it already' });
    expect(store.bodies).toHaveLength(1);
  });

  it('with an order_id that the shop has used is invalid (D18)', async () => {
    const [first, second] = [await aPlannedOrder(), await aPlannedOrder()];
    await place(first);
    store.fault = { kind: 'receipt', change: { order_id: 'SO-1' } };
    await place(second);
    expect(await stored(second)).toMatchObject({
      state: 'sending',
      storeOrderId: null,
      lastFailure: 'receipt: order_id is that of another order at the shop',
    });
    expect(await world.alerts()).toEqual([`placing_failed shipping_order:${second}`]);
  });

  it('that comes after the package supplied the order_id (D11) changes nothing', async () => {
    const id = await aPlannedOrder();
    store.before = async () => {
      await world.db.shippingOrder.update({ where: { id }, data: { state: 'placed', storeOrderId: 'SO-1' } });
    };
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
  });
});

describe('D11: a receipt that names another id than its shop did before', () => {
  /** A package under another id arrives during the call. */
  async function aRenamedOrder(): Promise<string> {
    const id = await aPlannedOrder();
    store.before = async () => {
      store.before = () => Promise.resolve();
      const named = {
        shippingOrderId: id,
        shopId: shipper.id,
        storeOrderId: '#1001',
        correlation: 'C-1',
        now,
      };
      await inTransaction(world.db, (tx) => settleAsPlaced(tx, named));
    };
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    return id;
  }
  const findBy = async (orderId: string) => {
    const named = { shopId: shipper.id, orderId, now };
    return inTransaction(world.db, (tx) => findNamedOrder(tx, named));
  };

  it('the receipt’s id is the order’s, both find it, and the alert names both', async () => {
    const id = await aRenamedOrder();
    expect(await stored(id)).toMatchObject({ state: 'placed', storeOrderId: 'SO-1' });
    for (const orderId of ['SO-1', '#1001'])
      expect(await findBy(orderId)).toMatchObject({ kind: 'shipping_order', shippingOrderId: id });
    expect(await world.db.alert.findMany()).toMatchObject([
      { kind: 'order_id_differs', state: 'open', detail: { orderId: 'SO-1', alias: '#1001' } },
    ]);
  });

  it('a marker under the receipt’s id counts as the shop’s "cannot ship" (D12)', async () => {
    await world.db.cancellationMarker.create({ data: { shopId: shipper.id, orderId: 'SO-1' } });
    const id = await aRenamedOrder();
    const commands = await world.db.outbox.findMany();
    expect(JSON.stringify(commands.map(({ payload }) => payload))).toContain(id);
  });

  it('the alias counts as used at that shop: no other order gets it, by a receipt or by a statement (D18)', async () => {
    await aRenamedOrder();
    const other = await aPlannedOrder();
    store.fault = { kind: 'receipt', change: { order_id: '#1001' } };
    await place(other);
    expect(await stored(other)).toMatchObject({
      state: 'sending',
      storeOrderId: null,
      lastFailure: 'receipt: order_id is that of another order at the shop',
    });
    await world.db.shippingOrder.update({ where: { id: other }, data: { state: 'disputed' } });
    const { externalRef: reference } = await stored(other);
    const word = { kind: 'has', storeOrderId: '#1001' } as const;
    const settled = await inTransaction(world.db, (tx) => settleShippingOrder(tx, { reference, word, now }));
    expect(settled).toMatchObject({ kind: 'refused' });
  });
});

describe('outcome unknown (D18)', () => {
  it('lost answers end in one shipping order: later runs send the identical body', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer' };
    await place(id);
    expect(await stored(id)).toMatchObject({
      state: 'sending',
      storeOrderId: null,
      passes: 1,
      nextAttemptAt: new Date(now + 60_000),
      leaseUntil: null,
    });
    store.fault = null;
    now += 60_000;
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(store.orders.size).toBe(1);
    expect(store.bodies).toHaveLength(4);
    expect(new Set(store.bodies).size).toBe(1);
    expect(await stored(id)).toMatchObject({ state: 'placed', storeOrderId: 'SO-1', lastFailure: null });
  });

  it('a worker that died between claim and record: the lease runs out, the same call settles it', async () => {
    const id = await aPlannedOrder();
    // Given: the claim is committed, the store has created the order, and the worker is gone before it records.
    const dying = {
      ...calls,
      send: async <T>(...call: Parameters<typeof calls.send<T>>) => {
        await calls.send(...call);
        throw new Error('killed');
      },
    };
    await expect(place(id, dying)).rejects.toThrow('killed');
    expect(await stored(id)).toMatchObject({ state: 'sending', storeOrderId: null });
    // When: it is delivered again before and after the lease.
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'it is being sent' });
    now += LEASE;
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    // Then: one order at the store, by identical bodies.
    expect(store.orders.size).toBe(1);
    expect(new Set(store.bodies).size).toBe(1);
    expect(store.bodies).toHaveLength(2);
  });

  it('a run whose claim was taken over records no failure over the other’s result', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 503, code: 'temporary_failure' };
    store.before = async () => {
      if (store.bodies.length < 3) return;
      store.before = () => Promise.resolve();
      store.fault = null;
      now += LEASE;
      await place(id);
      store.fault = { kind: 'status', status: 503, code: 'temporary_failure' };
    };
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'its claim ran out and was taken over' });
    expect(await stored(id)).toMatchObject({ state: 'placed' });
  });

  it('a receipt that does not match: kept sending, support alerted at once', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'receipt', change: { status: 'pending' } };
    await place(id);
    expect(await stored(id)).toMatchObject({ state: 'sending', passes: 1 });
    expect(await world.alerts()).toEqual([`placing_failed shipping_order:${id}`]);
    store.fault = null;
    await place(id);
    expect(await stored(id)).toMatchObject({ state: 'placed' });
    expect(await world.alerts()).toEqual([]);
  });
});

describe('a store that is down (D23)', () => {
  it('5xx: resumes on later runs, then support and a dead letter, resumable', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 503, code: 'temporary_failure' };
    await world.db.shippingOrder.update({ where: { id }, data: { passes: WAITS_MS.length + 24 } });
    expect(await place(id)).toEqual({ kind: 'reject', reason: 'unavailable: status 503' });
    expect(await stored(id)).toMatchObject({
      state: 'disputed',
      nextAttemptAt: null,
      failedAt: new Date(now),
    });
    expect(await world.alerts()).toEqual([`placing_disputed shipping_order:${id}`]);

    store.fault = null;
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(await stored(id)).toMatchObject({ state: 'placed', failedAt: null });
    expect(await world.alerts()).toEqual([]);
  });

  it('a replay of what was given up before anything reached the store starts its runs again', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 429, code: 'rate_limited' };
    await world.db.shippingOrder.update({ where: { id }, data: { passes: 26 } });
    expect(await place(id)).toMatchObject({ kind: 'reject' });
    expect(await world.alerts()).toEqual([`placing_failed shipping_order:${id}`]);
    const another = aWorkersCalls();
    expect(await place(id, another)).toMatchObject({ kind: 'done' });
    await another.stop();
    expect(await stored(id)).toMatchObject({ state: 'planned', passes: 1, failedAt: null });
  });

  it('no attempt reached it: it counts as never attempted, so a stop needs no call (D21)', async () => {
    const id = await aPlannedOrder();
    await store.close();
    await place(id);
    expect(await stored(id)).toMatchObject({
      state: 'planned',
      firstSentAt: null,
      passes: 1,
      lastFailure: 'unavailable: network',
    });
    expect(await reservations()).toMatchObject([{ consumableFrom: null, remaining: 2 }]);
    await askToStop(id);
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'a stop was asked for' });
  });
});

describe('refused permanently (4xx)', () => {
  const refuse = () => (store.fault = { kind: 'status', status: 404, code: 'unknown_variant' });

  it('a block, an alert, a dead letter; the line stays with it until support decides (D17, D19)', async () => {
    const id = await aPlannedOrder();
    refuse();
    expect(await place(id)).toEqual({ kind: 'reject', reason: 'refused: 404 unknown_variant' });
    expect(await stored(id)).toMatchObject({
      state: 'refused',
      nextAttemptAt: null,
      failedAt: new Date(now),
    });
    expect(await reservations()).toMatchObject([{ kind: 'block', remaining: 2 }]);
    expect(await world.stockFaults()).toEqual([]);
    expect(await world.db.orderLine.findMany()).toMatchObject([{ state: 'allocated' }]);
    expect(await world.alerts()).toEqual([`placing_refused shipping_order:${id}`]);
    expect(store.bodies).toHaveLength(1);
  });

  it('its dead letter replayed: the same body again', async () => {
    const id = await aPlannedOrder();
    refuse();
    await place(id);
    store.fault = null;
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(new Set(store.bodies).size).toBe(1);
    expect(await stored(id)).toMatchObject({ state: 'placed' });
    expect(await world.alerts()).toEqual([]);
  });

  it('its dead letter replayed after the line went elsewhere: nothing is sent', async () => {
    const id = await aPlannedOrder();
    refuse();
    await place(id);
    const other = await aShop(world.db);
    await aVariant(world.db, { shopId: other.id, gtin: GTIN, onHand: 9 });
    await world.db.orderLine.updateMany({ data: { state: 'waiting', excludedShops: [shipper.id] } });
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'its lines went elsewhere' });
    await world.route((await stored(id)).sellerOrderId);
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'its lines went elsewhere' });
    expect(store.bodies).toHaveLength(1);
  });
});

describe('a refused shipping order goes out again (D18)', () => {
  async function aRefusedOrder(): Promise<string> {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    await place(id);
    store.fault = null;
    return id;
  }

  it('with its stock reserved again, and a refusal proves again that nothing is there', async () => {
    const id = await aRefusedOrder();
    store.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    store.before = async () => {
      expect(await reservations()).toMatchObject([{ kind: 'reserved', remaining: 2 }]);
    };
    expect(await place(id)).toMatchObject({ kind: 'reject' });
    expect(await stored(id)).toMatchObject({ state: 'refused' });
    expect(await reservations()).toMatchObject([{ kind: 'block', remaining: 2 }]);
    expect(await world.stockFaults()).toEqual([]);
  });

  it('once its block is gone, only while the stock is free: it is never promised twice', async () => {
    const id = await aRefusedOrder();
    await liftBlocks();
    expect(await world.stockFaults()).toEqual([]);
    await world.db.$executeRaw`UPDATE variant SET on_hand = 1 WHERE variant_id = 'S-1'`;
    expect(await place(id)).toEqual({
      kind: 'reject',
      reason: 'not sent again: the stock it needs is not free any more',
    });
    expect(await stored(id)).toMatchObject({ state: 'refused', leaseUntil: null });
    expect(store.bodies).toHaveLength(1);

    await world.db.$executeRaw`UPDATE variant SET on_hand = 2 WHERE variant_id = 'S-1'`;
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(await world.stockFaults()).toEqual([]);
    expect(await world.commandTypes()).toContain('network-quantity.recalculate');
  });

  it('never once a line of it was closed', async () => {
    const id = await aRefusedOrder();
    await world.db.orderLine.updateMany({ data: { state: 'unfulfillable' } });
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'its lines went elsewhere' });
    expect(store.bodies).toHaveLength(1);
  });
});

describe('disputed: the store may have it, whatever it answers (D18)', () => {
  const DENIALS = [
    [404, 'unknown_order'],
    [409, 'idempotency_conflict'],
  ] as const;

  async function aDisputedOrder(): Promise<string> {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer_then', status: 404, code: 'unknown_order' };
    await place(id);
    return id;
  }

  it.each(DENIALS)(
    'a lost answer, then %i %s: alert and dead letter, and the reservation stays',
    async (status, code) => {
      const id = await aPlannedOrder();
      store.fault = { kind: 'lose_answer_then', status, code };
      expect(await place(id)).toEqual({ kind: 'reject', reason: `refused: ${status} ${code}` });
      expect(await stored(id)).toMatchObject({ state: 'disputed', nextAttemptAt: null, leaseUntil: null });
      expect(await reservations()).toMatchObject([{ kind: 'reserved', remaining: 2 }]);
      expect(await world.alerts()).toEqual([`placing_disputed shipping_order:${id}`]);
      expect(store.orders.size).toBe(1);
    },
  );

  it('a conflict on the very first attempt: the store has something under the reference', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 409, code: 'idempotency_conflict' };
    expect(await place(id)).toMatchObject({ kind: 'reject' });
    expect(await stored(id)).toMatchObject({ state: 'disputed' });
  });

  it('the lost answer of an earlier run counts', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer' };
    await place(id);
    store.fault = { kind: 'status', status: 404, code: 'unknown_order' };
    now += 60_000;
    await place(id);
    expect(await stored(id)).toMatchObject({ state: 'disputed' });
  });

  it('so does an attempt whose worker died before its end was recorded', async () => {
    const id = await aPlannedOrder();
    const dying: Pick<ShopCalls, 'send'> = {
      send: () => Promise.reject(new Error('killed')),
    };
    await expect(place(id, dying)).rejects.toThrow('killed');
    store.fault = { kind: 'status', status: 404, code: 'unknown_order' };
    now += LEASE;
    await place(id);
    expect(await stored(id)).toMatchObject({ state: 'disputed' });
  });

  it.each([
    ['429', { kind: 'status', status: 429, code: 'rate_limited' }],
    ['401', { kind: 'status', status: 401, code: 'unauthorized' }],
  ] as const)('a %s before decides nothing: a 404 then refuses', async (_, fault) => {
    const id = await aPlannedOrder();
    store.fault = fault;
    await place(id);
    await inTransaction(world.db, (tx) => resumeCalls(tx, shipper.id));
    await directory.refresh();
    store.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    await place(id);
    expect(await stored(id)).toMatchObject({ state: 'refused' });
  });

  it('a replay with a valid receipt makes it placed; until then nothing it answers changes anything', async () => {
    const id = await aDisputedOrder();
    expect(await place(id)).toEqual({ kind: 'reject', reason: 'refused: 404 unknown_order' });
    store.fault = { kind: 'receipt', change: { order_id: 7 } };
    expect(await place(id)).toMatchObject({ kind: 'reject' });
    store.fault = { kind: 'status', status: 503, code: 'temporary_failure' };
    expect(await place(id)).toMatchObject({ kind: 'reject' });
    expect(await stored(id)).toMatchObject({ state: 'disputed', nextAttemptAt: null });
    expect(await pickAllDue(world, now + 86_400_000)).toEqual([]);

    store.fault = null;
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(await stored(id)).toMatchObject({ state: 'placed', storeOrderId: 'SO-1' });
    expect(await world.alerts()).toEqual([]);
    expect(new Set(store.bodies).size).toBe(1);
  });

  it('D12: its shop has reported that it stopped it: a replay sends nothing any more', async () => {
    const id = await aDisputedOrder();
    const attempts = store.bodies.length;
    const { sellerOrderId } = await stored(id);
    await world.db.cancellation.create({
      data: {
        id: randomUUID(),
        kind: 'whole_order',
        sellerOrderId,
        requestedBy: 1,
        eventId: 'E-9',
        correlation: 'test',
        stops: {
          create: {
            id: randomUUID(),
            shippingOrderId: id,
            reference: 'stop-9',
            state: 'settling',
            settledAs: 'confirmed',
          },
        },
      },
    });
    store.fault = null;
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'its shop has said how its stop ends' });
    expect(store.bodies).toHaveLength(attempts);
  });

  it('two replays at once: the second waits for the first', async () => {
    const id = await aDisputedOrder();
    store.fault = null;
    let second: Settlement | undefined;
    store.before = async () => {
      store.before = () => Promise.resolve();
      second = await place(id);
    };
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(second).toMatchObject({ kind: 'postpone', afterMs: LEASE });
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'the shop has it already' });
  });

  it('a stop requested during the call: the alert says that the shop is to stop it, and the stop waits', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer_then', status: 404, code: 'unknown_order' };
    let stopId = '';
    store.before = async () => {
      if (stopId === '') stopId = await askToStop(id);
    };
    await place(id);
    expect(await stopState(stopId)).toBe('settling');
    const [alert] = await world.db.alert.findMany({ where: { kind: 'placing_disputed' } });
    expect(alert?.message).toContain('cancelled: ask the shop to stop it');
    store.fault = null;
    await place(id);
    expect(await stopState(stopId)).toBe('due');
  });

  it('support cannot route its lines to another shop', async () => {
    const id = await aDisputedOrder();
    const { externalRef: reference } = await stored(id);
    const end = await inTransaction(world.db, (tx) =>
      rerouteShippingOrder(tx, { reference, now, carryOut: true }),
    );
    expect(end).toMatchObject({ kind: 'refused' });
  });

  it('a worker delayed during its call gets the receipt after it was settled that the store has nothing', async () => {
    const id = await aPlannedOrder();
    const { externalRef: reference } = await stored(id);
    store.before = async () => {
      now += LEASE;
      const word = { kind: 'has_not' } as const;
      const end = await inTransaction(world.db, (tx) => settleShippingOrder(tx, { reference, word, now }));
      expect(end).toMatchObject({ kind: 'settled' });
    };
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'it was stopped meanwhile' });
    expect(await stored(id)).toMatchObject({ state: 'stopped', storeOrderId: null });
    expect(await world.alerts()).toEqual([`placing_disputed shipping_order:${id}`]);
  });
});

describe('calls that may not be made', () => {
  it('401: calls to the store are held, no run is spent', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 401, code: 'unauthorized' };
    expect(await place(id)).toMatchObject({ kind: 'postpone' });
    expect(await stored(id)).toMatchObject({ state: 'planned', passes: 0, firstSentAt: null });
    expect(await place(id)).toMatchObject({ kind: 'postpone', reason: 'calls to the store are held' });
    expect(store.bodies).toHaveLength(1);
  });

  it('draining: what exists is served', async () => {
    const id = await aPlannedOrder();
    await world.db
      .$executeRaw`UPDATE shop SET orders = 'draining', revision = nextval('shop_revision') WHERE id = ${shipper.id}`;
    await directory.refresh();
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
  });
});

describe('a stop (D21)', () => {
  it('that was requested before anything was sent wins: nothing is placed', async () => {
    const id = await aPlannedOrder();
    await askToStop(id);
    expect(await place(id)).toEqual({ kind: 'ignored', reason: 'a stop was asked for' });
    expect(store.bodies).toHaveLength(0);
  });

  it.each<[string, LocalStore['fault'], string]>([
    ['placed: it is stopped by a call', null, 'placed'],
    [
      'refused: there is nothing to stop',
      { kind: 'status', status: 404, code: 'unknown_variant' },
      'refused',
    ],
  ])('requested during the call continues once the outcome is known, %s', async (_, fault, state) => {
    const id = await aPlannedOrder();
    store.fault = fault;
    let stopId = '';
    store.before = async () => {
      stopId = await askToStop(id);
    };
    await place(id);
    expect(await stored(id)).toMatchObject({ state });
    expect(await stopState(stopId)).toBe('due');
    expect(await world.commands()).toContainEqual({ type: 'shipping-order.stop', payload: { stopId } });
  });

  it('requested during a call that certainly did not reach the store continues too: there is nothing to stop', async () => {
    const id = await aPlannedOrder();
    let stopId = '';
    const away: Pick<ShopCalls, 'send'> = {
      send: async () => {
        stopId = await askToStop(id);
        return { kind: 'held', afterMs: 30_000 };
      },
    };
    await place(id, away);
    expect(await stored(id)).toMatchObject({ state: 'planned', stopRequestedAt: expect.any(Date) });
    expect(await stopState(stopId)).toBe('due');
  });

  it('waits while the outcome is unknown, which the same call settles', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer' };
    let stopId = '';
    store.before = async () => {
      if (stopId === '') stopId = await askToStop(id);
    };
    await place(id);
    expect(await stopState(stopId)).toBe('settling');
    store.fault = null;
    await place(id);
    expect(await stopState(stopId)).toBe('due');
    expect(store.orders.size).toBe(1);
  });
});

describe('the sweep of due shipping orders (D23)', () => {
  const sweep = () => pickAllDue(world, now);

  it('finds what is due: planned, a claim that ran out', async () => {
    const [ranOut, planned] = [await aPlannedOrder(), await aPlannedOrder()];
    await aClaimThatRanOut(ranOut);
    now = Date.now();
    expect((await sweep()).toSorted()).toEqual([ranOut, planned].toSorted());
  });

  it('does not flood: an unknown outcome is looked for again only after a while', async () => {
    const id = await aPlannedOrder();
    await aClaimThatRanOut(id);
    expect([await sweep(), await sweep()]).toEqual([[id], []]);
    now += 61_000;
    expect(await sweep()).toEqual([id]);
  });

  it('skips what was placed, given up or is to be stopped untried', async () => {
    const [placed, stopped] = [await aPlannedOrder(), await aPlannedOrder()];
    await place(placed);
    await askToStop(stopped);
    now += 61_000;
    expect(await sweep()).toEqual([]);
  });
});

it('no log line and no alert holds personal data (D29)', async () => {
  const id = await aPlannedOrder();
  store.fault = { kind: 'receipt', change: { order_id: 7 } };
  await place(id);
  store.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
  await place(id);
  const alerts = await world.db.alert.findMany();
  const written = [
    ...world.logged,
    JSON.stringify(alerts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ].join();
  expect(written).not.toMatch(/Ada|Storgatan|111 22|customer\.example|relay\.hub/);
});
