import { aSoldOrder, aStore, dyingAfter, refusedAfter, type StoreOfShop } from '@hub/test-world';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPackageOf, FulfilmentWorld } from './fulfilment-world';

const TRACKING = 'PUT /orders/{order_id}/tracking';
const MINUTE = 60_000;
/** A shop has eight slots. */
const MORE_THAN_SLOTS = 10;

let world: FulfilmentWorld;
let selling: StoreOfShop;
beforeAll(async () => {
  world = await FulfilmentWorld.open();
  selling = await aStore(world.db, { slug: 'selling' });
}, 60_000);
afterAll(async () => {
  await selling.store.stop();
  await world.close();
});

/** A package of an order that the selling store knows, its tracking due. */
async function aDuePackage(quantities = [1]) {
  const order = await aSoldOrder(world.db, selling, quantities);
  await world.ship(order.shopId, aPackageOf(order));
  const { id, reference } = await world.db.package.findFirstOrThrow({ where: { shippingOrderId: order.id } });
  return { id, reference, order };
}

const packageState = (id: string) => world.db.package.findUniqueOrThrow({ where: { id } });
const notificationsOf = (orderId: string) =>
  selling.store.notifications.filter((notification) => notification.orderId === orderId);
const alertsOf = (sellerOrderId: string, state: 'open' | 'resolved' = 'open') =>
  world.db.alert.findMany({ where: { sellerOrderId, state } });

describe('state table: Shipping order | fulfillment.shipped: service sends tracking to the seller order', () => {
  it('D20: with the seller order’s own line ids and the package’s quantities', async () => {
    const { id, reference, order } = await aDuePackage([2, 1]);
    await world.deliver();
    const stored = await packageState(id);
    expect(stored).toMatchObject({ state: 'done', leaseUntil: null, nextAttemptAt: null });
    expect(notificationsOf(order.orderId)).toEqual([
      {
        orderId: order.orderId,
        externalRef: reference,
        carrier: 'PostNord',
        trackingNumber: stored.trackingNumber,
        trackingUrl: null,
        lines: order.lines.map(({ lineItemId }) => ({ lineId: lineItemId, quantity: 1 })),
      },
    ]);
  });

  it('D20: with the time of shipment to the last digit', async () => {
    const order = await aSoldOrder(world.db, selling, [1]);
    const shipped_at = '2026-11-20T08:00:00.123456789Z';
    await world.ship(order.shopId, aPackageOf(order, { shipped_at }));
    await world.deliver();
    const request = selling.store.requests.findLast(({ path }) => path.includes(order.orderId));
    expect(request).toMatchObject({ body: expect.objectContaining({ shipped_at }) });
  });
});

describe('idempotency: PUT /orders/{order_id}/tracking | external_ref', () => {
  it('a lost answer is requested again under the same reference: one notification', async () => {
    const { id, order } = await aDuePackage();
    selling.store.faults.add({ endpoint: TRACKING, times: 1, fault: { kind: 'drop', when: 'after' } });
    await world.deliver();
    expect(await packageState(id)).toMatchObject({ state: 'done' });
    expect(notificationsOf(order.orderId)).toHaveLength(1);
  });

  it('a worker that died after the call: another repeats it once the lease is over, one notification', async () => {
    const { id, order } = await aDuePackage();
    const dies = dyingAfter(await world.storeCalls());
    await world.deliver({ calls: dies });
    await world.deliver();
    expect(await packageState(id)).toMatchObject({ state: 'sending' });
    await world.deliver({ aheadMs: 2 * MINUTE });
    expect(notificationsOf(order.orderId)).toHaveLength(1);
    expect(await packageState(id)).toMatchObject({ state: 'done' });
  });

  it('two processes make one call', async () => {
    const { order } = await aDuePackage();
    const before = selling.store.requests.length;
    await Promise.all([world.deliver(), world.deliver()]);
    expect(selling.store.requests.length - before).toBe(1);
    expect(notificationsOf(order.orderId)).toHaveLength(1);
  });

  it('a worker whose lease ran out before its call failed gives way to the one that delivered', async () => {
    const { id, order } = await aDuePackage();
    const slow = refusedAfter(() => world.deliver({ aheadMs: 2 * MINUTE }));
    await world.deliver({ calls: slow });
    expect(await packageState(id)).toMatchObject({ state: 'done', lastFailure: null });
    expect(await alertsOf(order.sellerOrderId)).toEqual([]);
  });

  it('a command that comes late is ignored: it is delivered', async () => {
    const { id } = await aDuePackage();
    await world.deliver();
    expect(await world.replay(id)).toEqual({ kind: 'ignored', reason: 'delivered, or under way' });
  });
});

describe('D23: a failed tracking write goes to support at once, and they can resume it', () => {
  it.each([
    ['no success in three attempts', 3, { kind: 'status', status: 503 }, 'no success in 3 attempts (status)'],
    [
      'a refusal',
      1,
      { kind: 'status', status: 404, code: 'unknown_order' },
      'the store answered 404 unknown_order',
    ],
    [
      'a wrong reference in the receipt',
      1,
      { kind: 'wrong_receipt', change: { external_ref: 'another' } },
      'the receipt does not match (external_ref)',
    ],
    [
      'another success than 200',
      1,
      { kind: 'success_status', status: 201 },
      'the receipt does not match (its whole body)',
    ],
  ] as const)('%s', async (_, times, fault, reason) => {
    const { id, order } = await aDuePackage();
    selling.store.faults.add({ endpoint: TRACKING, times, fault });
    await world.deliver();
    expect(await world.deadLetters()).toContainEqual({ payload: { packageId: id }, reason });
    expect(await packageState(id)).toMatchObject({
      state: 'failed',
      lastFailure: reason,
      nextAttemptAt: null,
    });
    expect(await alertsOf(order.sellerOrderId)).toMatchObject([
      { kind: 'tracking_failed', shopId: selling.shop.id, message: expect.stringContaining(reason) },
    ]);

    expect(await world.replay(id)).toEqual({ kind: 'done', outcome: 'due' });
    await world.deliver();
    expect(notificationsOf(order.orderId)).toHaveLength(1);
    expect(await alertsOf(order.sellerOrderId)).toEqual([]);
    expect(await alertsOf(order.sellerOrderId, 'resolved')).toHaveLength(1);
  });

  it('an exact replay of the package event resumes it too', async () => {
    const order = await aSoldOrder(world.db, selling, [1]);
    const data = aPackageOf(order);
    await world.ship(order.shopId, data);
    const { id } = await world.db.package.findFirstOrThrow({ where: { shippingOrderId: order.id } });
    selling.store.faults.add({ endpoint: TRACKING, times: 1, fault: { kind: 'status', status: 400 } });
    await world.deliver();
    expect(await packageState(id)).toMatchObject({ state: 'failed' });
    await world.shipAgain(order.shopId, data);
    await world.deliver();
    expect(notificationsOf(order.orderId)).toHaveLength(1);
  });
});

describe('D23: what is not the tracking’s fault waits, no attempt spent', () => {
  it('the selling shop’s orders are off: support is alerted of each, also of those that no slot is free for; they wait until the orders are on', async () => {
    const { store, shop } = await aStore(world.db, { slug: 'switched-off' });
    const owed: { id: string; sellerOrderId: string }[] = [];
    for (let count = 0; count < MORE_THAN_SLOTS; count += 1) {
      const order = await aSoldOrder(world.db, { store, shop }, [1]);
      await world.ship(order.shopId, aPackageOf(order));
      const { id } = await world.db.package.findFirstOrThrow({ where: { shippingOrderId: order.id } });
      owed.push({ id, sellerOrderId: order.sellerOrderId });
    }
    await world.db
      .$executeRaw`UPDATE shop SET orders = 'off', revision = nextval('shop_revision') WHERE id = ${shop.id}`;
    await world.deliver();
    await world.deliver();
    const waiting = { state: 'due', leaseUntil: null, callAttempts: 0, lastFailure: 'orders is off' };
    for (const { id, sellerOrderId } of owed) {
      expect(await packageState(id)).toMatchObject(waiting);
      expect(await alertsOf(sellerOrderId)).toMatchObject([
        { kind: 'tracking_failed', count: 1, message: expect.stringContaining('orders capability is off') },
      ]);
    }
    expect(store.requests).toEqual([]);
    await world.db
      .$executeRaw`UPDATE shop SET orders = 'live', revision = nextval('shop_revision') WHERE id = ${shop.id}`;
    await world.deliver();
    await world.deliver();
    for (const { id, sellerOrderId } of owed) {
      expect(await packageState(id)).toMatchObject({ state: 'done' });
      expect(await alertsOf(sellerOrderId)).toEqual([]);
    }
    await store.stop();
  });

  it('a store that refuses our credentials is held; the tracking stays due', async () => {
    const { store, shop } = await aStore(world.db, { slug: 'locked-out' });
    const order = await aSoldOrder(world.db, { store, shop }, [1]);
    await world.ship(order.shopId, aPackageOf(order));
    const { id } = await world.db.package.findFirstOrThrow({ where: { shippingOrderId: order.id } });
    store.faults.add({ endpoint: '*', fault: { kind: 'status', status: 401 } });
    await world.deliver();
    expect(await packageState(id)).toMatchObject({ state: 'due', lastFailure: 'answered 401' });
    await world.deliver();
    expect(await packageState(id)).toMatchObject({ state: 'due', lastFailure: 'calls are held' });
    expect(store.requests).toHaveLength(1);
    await store.stop();
  });
});
