import { inTransaction } from '@hub/database';
import { rerouteShippingOrder } from '@hub/orders/support';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { aGtin, anOrder, anOrderLine, aShop, aVariant, TEST_ENCRYPTION_KEY } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalStore } from './local-store';
import { placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

const HAT = aGtin(1);
/** How long before a shipping order its successor was stored, by the clock of the machine that stored it. */
const BEHIND = '2 minutes';

let world: RoutingWorld;
let stores: { first: LocalStore; second: LocalStore; third: LocalStore };
let directory: ShopDirectory;
let calls: ShopCalls;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());

beforeEach(async () => {
  await world.empty();
  stores = {
    first: await LocalStore.open(),
    second: await LocalStore.open(),
    third: await LocalStore.open(),
  };
  const seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: HAT });
  // Without coordinates more stock decides: this is the order in which they are chosen.
  for (const [slug, store, onHand] of [
    ['first', stores.first, 9],
    ['second', stores.second, 5],
    ['third', stores.third, 3],
  ] as const) {
    const shop = await aShop(world.db, { slug, storeApiRoot: store.url });
    await aVariant(world.db, { shopId: shop.id, variantId: slug, gtin: HAT, onHand });
  }
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
  });
  const order = anOrder({ order_id: 'O-1', line_items: [anOrderLine({ variant_id: 'V-1' })] });
  await world.receiveTogether([{ shopId: seller.id, order }]);
});
afterEach(async () => {
  await calls.stop();
  await directory.stop();
  for (const store of Object.values(stores)) await store.close();
});

const placementAt = (slug: string) =>
  world.db.$transaction(async (tx) => {
    const { id: shopId } = await tx.shop.findUniqueOrThrow({ where: { slug } });
    return tx.shippingOrder.findFirstOrThrow({ where: { shopId } });
  });

async function place(slug: string) {
  const { id } = await placementAt(slug);
  return placeOne(world, id, { calls, now: Date.now, waitsMs: [60_000], leaseMs: 30_000 });
}

async function reroute(slug: string) {
  const { externalRef: reference } = await placementAt(slug);
  return inTransaction(world.db, (tx) =>
    rerouteShippingOrder(tx, { reference, now: Date.now(), carryOut: true }),
  );
}

/** Routes the order as a machine does whose clock is behind: what it stores seems to be older than what was there. */
async function routeFromBehind(slug: string) {
  const { id } = await world.order('O-1');
  await world.route(id);
  const { id: placement } = await placementAt(slug);
  await world.db.$executeRaw`
    UPDATE shipping_order SET created_at = created_at - ${BEHIND}::interval WHERE id = ${placement}::uuid`;
}

describe('D18: the later of two placements of a line is the one with the later number, whatever the clocks say', () => {
  beforeEach(async () => {
    stores.first.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    await place('first');
    await reroute('first');
    await routeFromBehind('second');
  });

  it('a refused placement is never sent again once another shop has its lines', async () => {
    await place('second');
    stores.first.fault = null;
    await place('first');
    expect([stores.first.orders.size, stores.second.orders.size]).toEqual([0, 1]);
  });

  it('support gives the lines of the last shop that refused them to another one', async () => {
    stores.second.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    await place('second');
    expect(await reroute('second')).toMatchObject({ kind: 'rerouted' });
    await world.route((await world.order('O-1')).id);
    await place('third');
    expect(stores.third.orders.size).toBe(1);
  });
});
