import { inTransaction } from '@hub/database';
import { tryNow } from '@hub/orders/support';
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
import { LocalStore } from './local-store';
import { pickAllDue, placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

const GTIN = aGtin(1);
const MINUTE = 60_000;
const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE];

let world: RoutingWorld;
let store: LocalStore;
let directory: ShopDirectory;
let calls: ShopCalls;
let shipper: StoredShop;
let seller: StoredShop;
/** What the handler's clock and the circuit's say. */
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
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 99 });
  const { db, logger } = world;
  directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
  await directory.start();
  const client = { timeoutMs: 10_000, retryBaseMs: 1, allowInsecureStores: true };
  calls = createShopCalls({ db, directory, logger, clock: { now: () => now }, ...client });
});
afterEach(async () => {
  await calls.stop();
  await directory.stop();
  await store.close();
});

/** An order routed to the shipper: its shipping order's id. */
async function aPlannedOrder(): Promise<string> {
  const id = await world.accept(seller.id, anOrder({ line_items: [anOrderLine({ quantity: 1 })] }));
  await world.route(id);
  return (await world.db.shippingOrder.findFirstOrThrow({ where: { sellerOrderId: id } })).id;
}

const place = (id: string) =>
  placeOne(world, id, { calls, now: () => now, waitsMs: WAITS_MS, leaseMs: 30_000 });
const stored = (id: string) => world.db.shippingOrder.findUniqueOrThrow({ where: { id } });
const press = () => inTransaction(world.db, (tx) => tryNow(tx, { shopId: shipper.id }, now));
/** The circuit allows a trial again (D23). */
const circuitPauses = () => (now += 31_000);

describe('D23: only a run that made its call is counted', () => {
  it('broken off since the circuit is open, however often: none is used up', async () => {
    const [first, second] = [await aPlannedOrder(), await aPlannedOrder()];
    store.fault = { kind: 'status', status: 429, code: 'rate_limited' };
    await place(first);
    // The fifth failed attempt opens the circuit within the call of the second order.
    expect(await place(second)).toMatchObject({ kind: 'postpone', reason: 'long_wait' });
    for (let run = 0; run < 10; run += 1) {
      now += 1_000;
      expect(await place(second)).toMatchObject({ kind: 'postpone', reason: 'circuit_open' });
    }
    expect(store.bodies).toHaveLength(5);
    expect(await stored(second)).toMatchObject({ state: 'planned', passes: 0, callAttempts: 2 });
    // The trial is its third attempt: with it the run is over, and the next follows the schedule.
    circuitPauses();
    await place(second);
    expect(await stored(second)).toMatchObject({
      passes: 1,
      callAttempts: 0,
      nextAttemptAt: new Date(now + MINUTE),
    });
  });
});

describe('trying now', () => {
  /** An order whose passes failed so often; the next one is minutes away. */
  async function anOrderThatFailed(passes: number): Promise<string> {
    const id = await aPlannedOrder();
    store.fault = { kind: 'status', status: 429, code: 'rate_limited' };
    while ((await stored(id)).passes < passes) {
      circuitPauses();
      await place(id);
    }
    return id;
  }

  it('the order is placed at once, not on its next scheduled run, if the store works again', async () => {
    const id = await anOrderThatFailed(3);
    store.fault = null;
    expect(await pickAllDue(world, now)).toEqual([]);
    expect(await press()).toMatchObject({ placing: 1 });
    expect(await stored(id)).toMatchObject({ state: 'planned', nextAttemptAt: new Date(now) });
    circuitPauses();
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(store.orders.size).toBe(1);
  });

  it('the run that was asked for uses up none of the schedule if the store still fails', async () => {
    const id = await anOrderThatFailed(3);
    for (let times = 0; times < 5; times += 1) {
      await press();
      // Pressed again before the worker has come: nothing changes.
      expect(await press()).toMatchObject({ placing: 0 });
      while ((await stored(id)).nextAttemptAt?.getTime() !== now + 15 * MINUTE) {
        circuitPauses();
        await place(id);
      }
      expect(await stored(id)).toMatchObject({ state: 'planned', passes: 3 });
    }
  });

  it('a call in flight keeps its lease: it is not sent twice', async () => {
    const id = await aPlannedOrder();
    let pressed = {};
    store.before = async () => {
      store.before = () => Promise.resolve();
      pressed = await press();
    };
    expect(await place(id)).toEqual({ kind: 'done', outcome: 'placed' });
    expect(pressed).toMatchObject({ placing: 0 });
    expect(store.bodies).toHaveLength(1);
  });
});
