import { aShop, atStatement, aVariant, waitForLocks } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reserve } from '@hub/stock';
import { anEvent, handleStockEvents, minute, outcomesOf, StockWorld } from './stock-world';

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(() => world.clear());
afterAll(() => world.close());

async function aStockedShop() {
  const shop = await aShop(world.db, { locations: [{ locationId: '1001' }, { locationId: '1002' }] });
  const { variantId } = await aVariant(world.db, { shopId: shop.id, onHand: 10 });
  const event = (quantity: number, minutes: number, location_id = '1001') =>
    anEvent(shop.id, { variant_id: variantId, location_id, quantity, changed_at: minute(minutes) });
  return { shopId: shop.id, variantId, event };
}

/** Total and locations of a variant: the total is always their sum. */
async function stockOf(shopId: number, variantId: string) {
  const { onHand, committed } = await world.variant(shopId, variantId);
  const levels = await world.db.stockLevel.findMany({ where: { shopId, variantId } });
  const sum = levels.reduce((total, level) => total + level.quantity, 0);
  return { onHand: Number(onHand), committed: Number(committed), sum };
}

describe('two stock events of one variant at the same moment', () => {
  it('of two locations both count in the total', async () => {
    const { shopId, variantId, event } = await aStockedShop();
    let other: Promise<string[]> = Promise.resolve([]);
    await world.transact((tx) =>
      handleStockEvents(
        atStatement(tx, /INSERT INTO stock_level/, async () => {
          other = world.handle([event(4, 1, '1002')]);
          await waitForLocks(world.db);
        }),
        [event(7, 1)],
      ),
    );
    expect(await other).toEqual(['accepted']);
    expect(await stockOf(shopId, variantId)).toEqual({ onHand: 11, committed: 0, sum: 11 });
  });

  it("the older one is stale though it waited for the other's commit, also for a location's first event", async () => {
    const { shopId, variantId, event } = await aStockedShop();
    let older: Promise<string[]> = Promise.resolve([]);
    await world.transact((tx) =>
      handleStockEvents(
        atStatement(tx, /INSERT INTO stock_level/, async () => {
          older = world.handle([event(99, 1), event(98, 1, '1002')]);
          await waitForLocks(world.db);
        }),
        [event(7, 2), event(3, 2, '1002')],
      ),
    );
    expect(await older).toEqual(['stale', 'stale']);
    expect(await stockOf(shopId, variantId)).toEqual({ onHand: 10, committed: 0, sum: 10 });
  });

  it('batches with the same variants in opposite order wait for each other and never deadlock', async () => {
    const shops = [await aStockedShop(), await aStockedShop()];
    const forwards = shops.map(({ event }) => event(7, 1));
    const backwards = shops.toReversed().map(({ event }) => event(5, 2));
    let other: Promise<string[]> = Promise.resolve([]);
    const first = await world.transact((tx) =>
      handleStockEvents(
        atStatement(tx, /INSERT INTO stock_level/, async () => {
          other = world.handle(backwards);
          await waitForLocks(world.db);
        }),
        forwards,
      ),
    );
    expect([outcomesOf(first), await other]).toEqual([
      ['accepted', 'accepted'],
      ['accepted', 'accepted'],
    ]);
    for (const { shopId, variantId } of shops)
      expect(await stockOf(shopId, variantId)).toEqual({ onHand: 5, committed: 0, sum: 5 });
  });
});

describe('a stock event against a reservation', () => {
  it('a reservation that is being made is seen by the report that waited for it', async () => {
    const { shopId, variantId, event } = await aStockedShop();
    let report: Promise<string[]> = Promise.resolve([]);
    await world.transact(async (tx) => {
      await reserve(tx, [{ shopId, variantId, shippingOrderLineId: crypto.randomUUID(), quantity: 4 }]);
      await tx.reservation.updateMany({ data: { consumableFrom: 0n } });
      report = world.handle([event(7, 1)]);
      await waitForLocks(world.db);
    });
    expect(await report).toEqual(['accepted']);
    expect(await stockOf(shopId, variantId)).toEqual({ onHand: 7, committed: 1, sum: 7 });
  });

  it('a reservation finds the stock that a report under way leaves, and never promises more', async () => {
    const { shopId, variantId, event } = await aStockedShop();
    let reserved: Promise<unknown> = Promise.resolve();
    const shippingOrderLineId = crypto.randomUUID();
    await world.transact((tx) =>
      handleStockEvents(
        atStatement(tx, /INSERT INTO stock_level/, async () => {
          reserved = world.transact((other) =>
            reserve(other, [{ shopId, variantId, shippingOrderLineId, quantity: 4 }]),
          );
          await waitForLocks(world.db);
        }),
        [event(3, 1)],
      ),
    );
    expect(await reserved).toMatchObject({ reserved: false });
    expect(await stockOf(shopId, variantId)).toEqual({ onHand: 3, committed: 0, sum: 3 });
  });
});
