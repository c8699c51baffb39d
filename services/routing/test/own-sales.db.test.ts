import { instantFromMs } from '@hub/contract';
import { inTransaction } from '@hub/database';
import type { Settlement } from '@hub/messaging';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { applyStockReport, lockVariants } from '@hub/stock';
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
import { placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

const GTIN = aGtin(1);

let world: RoutingWorld;
let store: LocalStore;
let directory: ShopDirectory;
let calls: ShopCalls;
let seller: StoredShop;
let shipper: StoredShop;
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
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 10 });
  const { db, logger } = world;
  const clock = { now: () => now };
  directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
  await directory.start();
  const client = { timeoutMs: 10_000, retryBaseMs: 1, allowInsecureStores: true };
  calls = createShopCalls({ db, directory, logger, clock, ...client });
});
afterEach(async () => {
  await calls.stop();
  await directory.stop();
  await store.close();
});

/** An order of five of the ten pieces: its shipping order's id; null: it waits. */
async function anOrderOfFive(): Promise<string | null> {
  const id = await world.accept(seller.id, anOrder({ line_items: [anOrderLine({ quantity: 5 })] }));
  await world.route(id);
  const order = await world.db.shippingOrder.findFirst({ where: { sellerOrderId: id } });
  return order?.id ?? null;
}

async function place(shippingOrderId: string | null): Promise<Settlement> {
  const by = { calls, now: () => now, waitsMs: [60_000], leaseMs: 30_000 };
  return placeOne(world, shippingOrderId ?? '', by);
}

/** The shop reports how many it has: as in inventory, the stock under the variant's lock, then the report. */
async function report(quantity: number, changedAt = now): Promise<void> {
  const variant = { shopId: shipper.id, variantId: 'S-1' };
  await inTransaction(world.db, async (tx) => {
    const [before] = await lockVariants(tx, [variant]);
    await tx.variant.update({ where: { shopId_variantId: variant }, data: { onHand: quantity } });
    const decrease = Number(before?.onHand) - quantity;
    await applyStockReport(tx, [{ ...variant, decrease, changedAtNs: instantFromMs(changedAt) }]);
  });
}

async function freeStock(): Promise<number> {
  const { onHand, committed } = await world.db.variant.findFirstOrThrow({ where: { variantId: 'S-1' } });
  return Number(onHand - committed);
}

const UNAVAILABLE = { kind: 'status', status: 500, code: 'temporary_failure' } as const;

describe('D17: a shop’s own sales never consume the reservation of an order it has not received', () => {
  it('while its POST /orders fails, what it sells itself is gone: the next order is not promised the same pieces', async () => {
    // Given an order of five whose POST /orders fails
    const first = await anOrderOfFive();
    store.fault = UNAVAILABLE;
    await place(first);

    // When it sells the other five itself
    await report(5, now + 1_000);

    // Then nothing is left for a second order, and the first is placed in the end
    expect(await freeStock()).toBe(0);
    expect(await anOrderOfFive()).toBeNull();
    store.fault = null;
    now += 3_600_000;
    await place(first);
    expect(await freeStock()).toBe(0);
    expect([...store.orders.values()]).toHaveLength(1);
  });

  it('the decrease caused by the order itself counts, reported before the receipt is recorded', async () => {
    const order = await anOrderOfFive();
    store.before = () => report(5, now + 50);

    expect(await place(order)).toMatchObject({ outcome: 'placed' });

    expect(await freeStock()).toBe(5);
    expect(await world.commandTypes()).toContain('network-quantity.recalculate');
  });

  it('the decrease caused by the order itself counts, reported after the receipt is recorded', async () => {
    const order = await anOrderOfFive();
    await place(order);
    expect(await freeStock()).toBe(5);

    await report(5, now + 50);

    expect(await freeStock()).toBe(5);
  });

  it('after a lost answer too little is offered, never too much: the attempt that brings the receipt counts', async () => {
    // Given an answer lost with the order created, and the shop's figure decreasing with it
    const order = await anOrderOfFive();
    store.fault = { kind: 'lose_answer' };
    await place(order);
    await report(5, now + 50);
    expect(await freeStock()).toBe(0);

    // When a later run gets the receipt
    store.fault = null;
    now += 60_000;
    await place(order);

    // Then the earlier decrease counts as the shop's own sale
    expect(await freeStock()).toBe(0);
  });

  it('a second attempt within the same call is a separate one', async () => {
    // Given a first attempt that fails, and the second a minute later (`Retry-After` and all)
    const order = await anOrderOfFive();
    let attempts = 0;
    store.before = async () => {
      attempts += 1;
      store.fault = attempts === 1 ? UNAVAILABLE : null;
      // The shop sells two itself after the first.
      if (attempts === 1) await report(8, now + 1_000);
      now += 60_000;
    };

    expect(await place(order)).toMatchObject({ outcome: 'placed' });

    expect(attempts).toBe(2);
    expect(await freeStock()).toBe(3);
  });
});
