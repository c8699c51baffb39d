import { createShopCalls, createShopDirectory } from '@hub/shops';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalStore } from './local-store';
import { placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

const [HAT, BOOT] = [aGtin(1), aGtin(2)];

let world: RoutingWorld;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: HAT });
});

async function aShipper(storeApiRoot?: string) {
  const shop = await aShop(world.db, { slug: 'shipper', ...(storeApiRoot ? { storeApiRoot } : {}) });
  await aVariant(world.db, { shopId: shop.id, variantId: 'S-1', gtin: HAT, onHand: 5 });
}

/** A catalogue run has corrected the barcode of the variant. */
const relink = async () => {
  await world.db.variant.updateMany({ where: { variantId: 'S-1' }, data: { gtin: BOOT } });
};

const aHat = () => anOrder({ order_id: 'O-1', line_items: [anOrderLine({ variant_id: 'V-1' })] });

async function whereItIs() {
  const { lines, shippingOrders } = await world.order('O-1');
  return { line: lines[0]?.state, placements: shippingOrders.length };
}

describe('D14, D17: a variant that is linked to another article gets no order that was decided before', () => {
  it('while order.route decides: the decision is made again', async () => {
    await aShipper();
    const id = await world.accept(seller.id, aHat());
    await world.routeWhile(id, /FOR UPDATE OF v/, relink);
    expect(await whereItIs()).toEqual({ line: 'waiting', placements: 0 });
    expect(await world.stockFaults()).toEqual([]);
  });

  it('while a batch decides: the order is left to order.route', async () => {
    await aShipper();
    await world.receiveTogether([{ shopId: seller.id, order: aHat() }], { decided: relink });
    expect(await whereItIs()).toEqual({ line: 'waiting', placements: 0 });
    expect(await world.commandTypes()).toContain('order.route');
  });

  it('before a refused placement is sent again: the replay is refused', async () => {
    const store = await LocalStore.open();
    await aShipper(store.url);
    await world.receiveTogether([{ shopId: seller.id, order: aHat() }]);
    const { shippingOrders } = await world.order('O-1');
    const { db, logger } = world;
    const directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
    await directory.start();
    const settings = { db, directory, logger, timeoutMs: 10_000, retryBaseMs: 1, allowInsecureStores: true };
    const calls = createShopCalls(settings);
    const place = () =>
      placeOne(world, shippingOrders[0]?.id ?? '', {
        calls,
        now: Date.now,
        waitsMs: [60_000],
        leaseMs: 30_000,
      });

    store.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    await place();
    await relink();
    store.fault = null;
    await place();

    expect(store.orders.size).toBe(0);
    expect(await world.order('O-1')).toMatchObject({ shippingOrders: [{ state: 'refused' }] });
    await calls.stop();
    await directory.stop();
    await store.close();
  });
});
