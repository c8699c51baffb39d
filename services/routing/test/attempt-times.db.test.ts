import { instantFromMs } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { findNamedOrder } from '@hub/orders/records';
import { settleShippingOrder } from '@hub/orders/support';
import {
  createShopCalls,
  createShopDirectory,
  type ShopCallOutcome,
  type ShopCalls,
  type ShopDirectory,
} from '@hub/shops';
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
const MINUTE = 60_000;

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
  now = Date.now() - 2 * 60 * MINUTE;
  store = await LocalStore.open();
  seller = await aShop(world.db, { slug: 'seller' });
  shipper = await aShop(world.db, { slug: 'shipper', storeApiRoot: store.url });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: GTIN });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 9 });
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

/** An order of two pieces, routed to the shipper: its shipping order's id. */
async function aPlannedOrder(): Promise<string> {
  const placedAt = new Date(now).toISOString();
  const line_items = [anOrderLine({ quantity: 2 })];
  await world.route(await world.accept(seller.id, anOrder({ created_at: placedAt, line_items })));
  return (await world.db.shippingOrder.findFirstOrThrow()).id;
}

const place = (id: string, by: Pick<ShopCalls, 'send'> = calls) =>
  placeOne(world, id, { calls: by, now: () => now, waitsMs: [MINUTE], leaseMs: 30_000 });
const stored = (id: string) => world.db.shippingOrder.findUniqueOrThrow({ where: { id } });

const HELD = { kind: 'held', afterMs: MINUTE } as const;
const OFF = { kind: 'capability_off', capability: 'orders' } as const;
const DEFERRED = {
  kind: 'postponed',
  reason: 'circuit_open',
  afterMs: MINUTE,
  attemptsMade: 0,
  maybeActed: true,
} as const;

/** Checks the shipping order each ten minutes for an hour; no call is made. */
async function checkForAnHour(id: string, outcome: ShopCallOutcome<never>): Promise<void> {
  for (let check = 0; check < 6; check += 1) {
    now += 10 * MINUTE;
    await place(id, { send: async () => outcome });
  }
}

async function whatShopNames(orderId: string): Promise<string> {
  const named = { shopId: shipper.id, orderId, now };
  return (await inTransaction(world.db, (tx) => findNamedOrder(tx, named))).kind;
}

/** The shop reports how many it has: as in inventory, the stock under the variant's lock, then the report. */
async function report(quantity: number): Promise<void> {
  const variant = { shopId: shipper.id, variantId: 'S-1' };
  await inTransaction(world.db, async (tx) => {
    const [before] = await lockVariants(tx, [variant]);
    await tx.variant.update({ where: { shopId_variantId: variant }, data: { onHand: quantity } });
    const decrease = Number(before?.onHand) - quantity;
    await applyStockReport(tx, [{ ...variant, decrease, changedAtNs: instantFromMs(now) }]);
  });
}

async function freeStock(): Promise<number> {
  const { onHand, committed } = await world.db.variant.findFirstOrThrow({ where: { variantId: 'S-1' } });
  return Number(onHand - committed);
}

describe('D11, D17: only attempts that were made move the time of the last attempt', () => {
  it.each([
    ['suspended', 'sending', HELD],
    ['switched off', 'sending', OFF],
    ['deferred', 'sending', DEFERRED],
    ['suspended, and the placement is disputed', 'disputed', HELD],
  ] as const)(
    'checks while calls are %s leave it: an unknown id gets 404 in time',
    async (_, state, outcome) => {
      const id = await aPlannedOrder();
      store.fault = { kind: 'lose_answer' };
      await place(id);
      if (state === 'disputed')
        await world.db.shippingOrder.update({ where: { id }, data: { state, failedAt: new Date(now) } });
      const { lastAttemptAt, failedAt } = await stored(id);
      expect(await whatShopNames('unknown')).toBe('placement_unknown');

      await checkForAnHour(id, outcome);

      const left = state === 'disputed' ? { state, lastAttemptAt, failedAt } : { state, lastAttemptAt };
      expect(await stored(id)).toMatchObject(left);
      expect(await whatShopNames('unknown')).toBe('unknown');
    },
  );

  it('checks leave the attempt from which on a decrease belongs to the order: nothing is kept back', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer' };
    await place(id);
    now += 1_000;
    await report(7);
    await checkForAnHour(id, HELD);

    const { externalRef: reference } = await stored(id);
    const word = { kind: 'has', storeOrderId: 'SO-1' } as const;
    await inTransaction(world.db, (tx) => settleShippingOrder(tx, { reference, word, now }));

    expect(await freeStock()).toBe(7);
  });

  it('what was never attempted has no time of an attempt after a check', async () => {
    const id = await aPlannedOrder();
    await checkForAnHour(id, HELD);
    expect(await stored(id)).toMatchObject({ state: 'planned', lastAttemptAt: null, firstSentAt: null });
    expect(await world.db.reservation.findMany()).toMatchObject([{ attemptedAt: null }]);
  });

  it('an attempt that certainly did nothing is one; a check after it leaves its time', async () => {
    const id = await aPlannedOrder();
    await store.close();
    await place(id);
    const attempted = new Date(now);
    expect(await stored(id)).toMatchObject({ state: 'planned', lastAttemptAt: attempted });
    await checkForAnHour(id, HELD);
    expect(await stored(id)).toMatchObject({ state: 'planned', lastAttemptAt: attempted });
  });

  it('a later attempt moves it, and the outcome is unknown for another 15 minutes', async () => {
    const id = await aPlannedOrder();
    store.fault = { kind: 'lose_answer' };
    await place(id);
    now += 60 * MINUTE;
    expect(await whatShopNames('unknown')).toBe('unknown');
    await place(id);
    expect(await stored(id)).toMatchObject({ state: 'sending', lastAttemptAt: new Date(now) });
    expect(await whatShopNames('unknown')).toBe('placement_unknown');
    const [reserved] = await world.db.reservation.findMany();
    expect(reserved?.attemptedAt).toBe(instantFromMs(now));
  });
});
