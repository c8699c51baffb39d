import { inTransaction } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
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
import { overdueSweep } from '../src/placing/overdue-sweep';
import { heldSupplySweep } from '../src/routing/held-supply-sweep';
import { LocalStore } from './local-store';
import { pickAllDue, placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

const GTIN = aGtin(1);
const HOUR_MS = 3_600_000;

let world: RoutingWorld;
let store: LocalStore;
let directory: ShopDirectory;
let calls: ShopCalls;
let seller: StoredShop;
let shipper: StoredShop;
/** What every clock says. */
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
  calls = createShopCalls({
    db,
    directory,
    logger,
    timeoutMs: 10_000,
    retryBaseMs: 1,
    allowInsecureStores: true,
    clock: { now: () => now },
  });
});
afterEach(async () => {
  await calls.stop();
  await directory.stop();
  await store.close();
});

/** An order routed to the shipper: its id, and that of its shipping order. */
async function aRoutedOrder(): Promise<{ orderId: string; id: string; shippingOrderId: string }> {
  const order = anOrder({ line_items: [anOrderLine({ line_item_id: 'L-1', quantity: 2 })] });
  const id = await world.accept(seller.id, order);
  await world.route(id);
  const { id: shippingOrderId } = await world.db.shippingOrder.findFirstOrThrow({
    where: { sellerOrderId: id },
  });
  await world.db.outbox.deleteMany();
  return { orderId: order.order_id, id, shippingOrderId };
}

/** A lead has overruled: the sheet is applied whatever is open. */
async function switchOrders(shop: StoredShop, orders: 'off' | 'dry_run' | 'live'): Promise<void> {
  await world.db.shop.update({ where: { id: shop.id }, data: { orders } });
  await world.db.$executeRaw`UPDATE shop SET revision = nextval('shop_revision') WHERE id = ${shop.id}`;
  await directory.refresh();
}

/** Runs the sweeps, and what they placed and routed. */
async function sweeps(): Promise<void> {
  await inTransaction(world.db, (tx) => overdueSweep(60_000).run(tx, now));
  await placeAllDue();
  const commands = await world.commands();
  await world.db.outbox.deleteMany();
  for (const { type, payload } of commands) {
    const { sellerOrderId } = payload as { sellerOrderId: string };
    if (type === 'order.route') await world.route(sellerOrderId);
  }
  await placeAllDue();
}

async function placeAllDue(): Promise<void> {
  for (const id of await pickAllDue(world, now)) await place(id);
}

function place(shippingOrderId: string) {
  return placeOne(world, shippingOrderId, { calls, now: () => now, waitsMs: [60_000], leaseMs: 30_000 });
}

const placements = async (orderId: string) =>
  (await world.order(orderId)).shippingOrders
    .map(({ shopId, state }) => ({ shopId, state }))
    .toSorted((a, b) => a.shopId - b.shopId);

describe('D18: every paid line has an owner', () => {
  it.each(['off', 'dry_run'] as const)(
    'what a shop was never sent is routed again once its orders are %s, without a request',
    async (orders) => {
      const { orderId } = await aRoutedOrder();
      const other = await aShop(world.db, { slug: `other-${orders}` });
      await aVariant(world.db, { shopId: other.id, gtin: GTIN, onHand: 5 });
      await switchOrders(shipper, orders);

      await sweeps();
      await sweeps();

      expect(store.bodies).toEqual([]);
      expect(await placements(orderId)).toEqual([
        { shopId: shipper.id, state: 'stopped' },
        { shopId: other.id, state: 'planned' },
      ]);
      expect(await world.stockFaults()).toEqual([]);
    },
  );

  it('where no other shop has it the line waits, support is notified, and the shop may get it once it is back', async () => {
    const { orderId, id } = await aRoutedOrder();
    await switchOrders(shipper, 'off');
    await sweeps();
    await sweeps();
    expect((await world.order(orderId)).lines).toMatchObject([
      { state: 'waiting', waitingReason: 'no_candidate', excludedShops: [] },
    ]);
    expect((await world.alerts()).map((alert) => alert.split(' ')[0])).toEqual(['line_waiting']);

    await switchOrders(shipper, 'live');
    await world.route(id);
    expect(await placements(orderId)).toEqual([
      { shopId: shipper.id, state: 'stopped' },
      { shopId: shipper.id, state: 'planned' },
    ]);
  });

  it('D25: the alert of a line at a switched-off shop closes once the line is elsewhere', async () => {
    const { id, orderId } = await aRoutedOrder();
    await switchOrders(shipper, 'off');
    const { lines } = await world.order(orderId);
    await raiseAlert(world.db, {
      kind: 'shop_switched_off',
      subject: `line:${lines[0]?.id}`,
      shopId: shipper.id,
      sellerOrderId: id,
      message: 'switched off',
      detail: { side: 'shipping' },
    });
    const open = async () => (await world.alerts()).filter((alert) => alert.startsWith('shop_switched_off'));
    await inTransaction(world.db, (tx) => overdueSweep(60_000).run(tx, now));
    expect(await open()).toHaveLength(1);
    await sweeps();
    await sweeps();
    expect(await open()).toEqual([]);
  });

  it('what the shop may have received stays there: its outcome is unknown', async () => {
    const { orderId, shippingOrderId } = await aRoutedOrder();
    store.fault = { kind: 'lose_answer' };
    await place(shippingOrderId);
    await switchOrders(shipper, 'off');
    now += HOUR_MS;
    await sweeps();
    await sweeps();
    expect(await placements(orderId)).toEqual([{ shopId: shipper.id, state: 'sending' }]);
  });

  it('what is not placed after an hour raises placing_overdue, once, and closes it when it is placed', async () => {
    const { shippingOrderId } = await aRoutedOrder();
    store.fault = { kind: 'status', status: 500, code: 'temporary_failure' };
    await place(shippingOrderId);
    await sweeps();
    expect(await world.alerts()).toEqual([]);

    now += HOUR_MS + 60_000;
    await sweeps();
    await sweeps();
    expect(await world.alerts()).toEqual([`placing_overdue shipping_order:${shippingOrderId}`]);
    expect(await world.db.alert.findFirstOrThrow()).toMatchObject({
      count: 1,
      shopId: shipper.id,
      detail: { lineItemIds: ['L-1'] },
    });

    store.fault = null;
    now += HOUR_MS;
    await sweeps();
    expect(store.orders.size).toBe(1);
    expect(await world.alerts()).toEqual([]);
  });

  it('not while all orders of its shop are held: that has its own alert; but once the hold has ended', async () => {
    const { shippingOrderId } = await aRoutedOrder();
    const hold = (ordersHeldSince: Date | null) =>
      world.db.shop.update({ where: { id: shipper.id }, data: { ordersHeldSince } });
    const overdue = () => inTransaction(world.db, (tx) => overdueSweep(60_000).run(tx, now));
    await hold(new Date(now));
    now += HOUR_MS + 60_000;
    await overdue();
    expect(await world.alerts()).toEqual([]);
    await hold(null);
    await overdue();
    expect(await world.alerts()).toEqual([`placing_overdue shipping_order:${shippingOrderId}`]);
  });

  it('closes if the order ended in another way', async () => {
    const { id, shippingOrderId } = await aRoutedOrder();
    now += HOUR_MS + 60_000;
    const overdue = () => inTransaction(world.db, (tx) => overdueSweep(60_000).run(tx, now));
    await overdue();
    await world.db.shippingOrder.update({ where: { id: shippingOrderId }, data: { state: 'stopped' } });
    await world.db.orderLine.updateMany({ where: { sellerOrderId: id }, data: { state: 'stopped' } });
    await overdue();
    expect(await world.alerts()).toEqual([]);
  });
});

describe('D16: a shop whose orders are held for over an hour no longer counts in network quantities', () => {
  const sweep = () => inTransaction(world.db, (tx) => heldSupplySweep(5_000).run(tx, now));
  const hold = (minutes: number | null) =>
    world.db.shop.update({
      where: { id: shipper.id },
      data: { ordersHeldSince: minutes === null ? null : new Date(Date.now() - minutes * 60_000) },
    });
  const asked = async () =>
    (await world.commands()).filter(({ type }) => type === 'network-quantity.recalculate-shop').length;

  it('they are recalculated when the hour is over and when the hold ends, once each', async () => {
    await hold(59);
    await sweep();
    expect(await asked()).toBe(0);
    await hold(61);
    await sweep();
    await sweep();
    expect(await asked()).toBe(1);
    await hold(null);
    await sweep();
    await sweep();
    expect(await asked()).toBe(2);
  });
});

describe('D19: held and broken stores come last', () => {
  it('the other shop has the order, though it has less; without one the held shop has it', async () => {
    const other = await aShop(world.db, { slug: 'second' });
    await aVariant(world.db, { shopId: other.id, gtin: GTIN, onHand: 2 });
    await world.db.shop.update({
      where: { id: shipper.id },
      data: { circuitOpenSince: new Date(Date.now() - 120_000) },
    });
    const first = await aRoutedOrder();
    const second = await aRoutedOrder();
    expect(await placements(first.orderId)).toMatchObject([{ shopId: other.id }]);
    expect(await placements(second.orderId)).toMatchObject([{ shopId: shipper.id }]);
  });
});
