import { createDatabase, type Database } from '@hub/database';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  type ShopOverrides,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

const HAT = aGtin(1);
const COAT = aGtin(2);
const CONNECTIONS = 10;

let world: RoutingWorld;
let many: Database;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  many = createDatabase(world.url, { poolSize: CONNECTIONS });
}, 60_000);
afterAll(async () => {
  await many.$disconnect();
  await world.close();
});
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-coat', gtin: COAT });
});

async function aShipper(slug: string, onHand: number, overrides: ShopOverrides = {}): Promise<StoredShop> {
  const shop = await aShop(world.db, { slug, ...overrides });
  await aVariant(world.db, { shopId: shop.id, gtin: HAT, onHand });
  return shop;
}

const hat = () => anOrderLine({ line_item_id: 'hat', variant_id: 'V-hat' });
const ordering = (lines = [hat()]) => anOrder({ line_items: lines });

/** The two doors of a decision: a batch of arriving orders, and `order.route`. */
const DOORS = {
  'a batch': (orders: ReturnType<typeof ordering>[]) =>
    world.receiveTogether(orders.map((order) => ({ shopId: seller.id, order }))),
  'order.route': async (orders: ReturnType<typeof ordering>[]) => {
    for (const order of orders) await world.route(await world.accept(seller.id, order));
  },
};
type Door = keyof typeof DOORS;

async function shopsOf(orders: readonly { order_id: string }[]): Promise<string[]> {
  const stored = await world.db.shippingOrder.findMany({
    include: { order: true },
    orderBy: { number: 'desc' },
  });
  const shops = new Map(
    (await world.db.shop.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [id, slug]),
  );
  return orders.map(({ order_id: id }) => {
    const placed = stored.find(({ order, state }) => order.orderId === id && state !== 'stopped');
    return placed ? (shops.get(placed.shopId) ?? '') : 'none';
  });
}

async function decided(door: Door, number: number): Promise<string[]> {
  const orders = Array.from({ length: number }, () => ordering());
  await DOORS[door](orders);
  return shopsOf(orders);
}

const detailsOf = async (orderId: string) =>
  (await world.order(orderId)).decisions.map(({ detail }) => detail);

describe.each<Door>(['a batch', 'order.route'])('D19: a shop with a daily number, decided by %s', (door) => {
  it('comes after all others once it is reached, and is chosen if no other is left', async () => {
    const large = await aShipper('large', 90, { ordersPerDay: 2 });
    const small = await aShipper('small', 2);
    expect(await decided(door, 3)).toEqual(['large', 'large', 'small']);
    const last = ordering();
    await DOORS[door]([last]);
    const candidates = [
      { shopId: small.id, full: false },
      { shopId: large.id, full: true },
    ];
    expect(await detailsOf(last.order_id)).toMatchObject([
      { lines: [{ candidates, chosen: { shopId: small.id } }] },
    ]);
    expect(await decided(door, 2)).toEqual(['large', 'large']);
    expect(await world.stockFaults()).toEqual([]);
  });

  it('counts no order that was refused or stopped, none of a dry run, and none of the day before', async () => {
    const large = await aShipper('large', 90, { ordersPerDay: 1, timeZone: 'Asia/Kolkata' });
    await aShipper('small', 9);
    expect(await decided(door, 2)).toEqual(['large', 'small']);
    const atLarge = (data: { state?: 'refused' | 'stopped' | 'dry_run' | 'placed'; createdAt?: Date }) =>
      world.db.shippingOrder.updateMany({ where: { shopId: large.id }, data });
    for (const state of ['refused', 'stopped', 'dry_run'] as const) {
      await atLarge({ state });
      expect(await decided(door, 2)).toEqual(['large', 'small']);
    }

    const midnight = new Date(midnightInKolkata(Date.now()));
    await atLarge({ state: 'placed', createdAt: new Date(midnight.getTime() - 1) });
    expect(await decided(door, 2)).toEqual(['large', 'small']);
    await atLarge({ createdAt: midnight });
    expect(await decided(door, 1)).toEqual(['small']);
  });
});

/** Half past six in the evening before, in UTC. */
function midnightInKolkata(now: number): number {
  const aheadMs = 5.5 * 3_600_000;
  return new Date(now + aheadMs).setUTCHours(0, 0, 0, 0) - aheadMs;
}

describe('D19: the last order of a shop’s day', () => {
  it('is not full for another line of an order that it ships', async () => {
    const large = await aShipper('large', 9, { ordersPerDay: 1 });
    const small = await aShipper('small', 2);
    const order = ordering([hat(), anOrderLine({ line_item_id: 'coat', variant_id: 'V-coat' })]);
    const id = await world.accept(seller.id, order);
    await world.route(id);
    expect((await world.order(order.order_id)).shippingOrders).toMatchObject([{ shopId: large.id }]);
    for (const { id: shopId } of [large, small]) await aVariant(world.db, { shopId, gtin: COAT, onHand: 1 });
    await world.route(id);
    const { shippingOrders } = await world.order(order.order_id);
    expect(shippingOrders.map(({ shopId }) => shopId)).toEqual([large.id, large.id]);
    expect(await decided('a batch', 1)).toEqual(['small']);
  });

  it('goes to one of two orders that are decided at once: a batch leaves the other to `order.route`', async () => {
    await aShipper('large', 90, { ordersPerDay: 1 });
    await aShipper('small', 9);
    const [first, second] = [ordering(), ordering()];
    await world.receiveTogether([{ shopId: seller.id, order: second }], {
      decided: () => DOORS['order.route']([first]),
    });
    expect(await shopsOf([first, second])).toEqual(['large', 'none']);
    await world.route((await world.order(second.order_id)).id);
    expect(await shopsOf([first, second])).toEqual(['large', 'small']);
  });

  it('goes to one of two orders that are decided at once: `order.route` decides the other again', async () => {
    await aShipper('large', 90, { ordersPerDay: 1 });
    await aShipper('small', 9);
    const [first, second] = [ordering(), ordering()];
    await world.routeWhile(await world.accept(seller.id, second), /pg_advisory_xact_lock\(/, () =>
      DOORS['order.route']([first]),
    );
    expect(await shopsOf([first, second])).toEqual(['large', 'small']);
  });

  it('is decided under its lock: of many at once exactly so many go there, and no stock is promised twice', async () => {
    await aShipper('large', 90, { ordersPerDay: 7 });
    await aShipper('small', 40);
    const orders = Array.from({ length: 40 }, () => ordering());
    const ids: string[] = [];
    for (const order of orders.slice(0, 20)) ids.push(await world.accept(seller.id, order));
    const batches = [orders.slice(20, 25), orders.slice(25, 30), orders.slice(30, 35), orders.slice(35)];
    await Promise.all([
      ...ids.map((id) => world.route(id, many)),
      ...batches.map((batch) =>
        world.receiveTogether(
          batch.map((order) => ({ shopId: seller.id, order })),
          { db: many },
        ),
      ),
    ]);
    for (const { id } of await world.db.sellerOrder.findMany({
      where: { lines: { some: { state: 'waiting' } } },
    }))
      await world.route(id);
    const shops = await shopsOf(orders);
    expect(shops.filter((shop) => shop === 'large')).toHaveLength(7);
    expect(shops.filter((shop) => shop === 'small')).toHaveLength(33);
    expect(await world.stockFaults()).toEqual([]);
  }, 60_000);
});
