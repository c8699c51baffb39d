import { eventually } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stockEventsHandler } from '../src/handle-stock-events';
import { recordWrites } from '../src/writing/record-writes';
import { claimWrites } from '../src/writing/write-records';
import { anEvent, StockWorld } from './stock-world';
import { sent, shown, WriterWorld, type ShopWithStore } from './writer-world';

let stock: StockWorld;
let world: WriterWorld;
beforeAll(async () => {
  stock = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await stock.clear();
  world = new WriterWorld(stock);
});
afterEach(() => world.stop());
afterAll(() => stock.close());

const PUT = 'PUT /inventory' as const;
const A_DAY_MS = 86_400_000;

describe('D15: a write of a network quantity', () => {
  it('sets HUB_Network to the target, and its matching receipt counts as a report', async () => {
    const shop = await world.aShop(1);
    await world.setTarget(shop.shopId, 'V-1', 7);
    await world.run();
    await eventually(async () =>
      expect(await world.row(shop.shopId)).toMatchObject({
        state: 'in_step',
        reported: 7,
        outOfSyncSince: null,
        leaseUntil: null,
        nextAttemptAt: null,
      }),
    );
    expect(shown(shop)).toBe(7);
    expect(sent(shop)).toEqual([7]);
  });

  it('goes out at once when it is woken', async () => {
    const shop = await world.aShop(1);
    const writer = await world.run({ pollMs: A_DAY_MS });
    await world.setTarget(shop.shopId, 'V-1', 7);
    writer.wake([shop.shopId]);
    await eventually(() => expect(shown(shop)).toBe(7));
  });

  it('D16: carries the current target, and many changes take few writes, one in flight at a time', async () => {
    const shop = await world.aShop(1);
    const { shopId, store } = shop;
    store.faults.add({ endpoint: PUT, fault: { kind: 'delay', ms: 50 } });
    const writer = await world.run();
    for (let quantity = 1; quantity <= 100; quantity += 1) {
      await world.setTarget(shopId, 'V-1', quantity);
      writer.wake([shopId]);
    }
    await eventually(async () =>
      expect(await world.row(shopId)).toMatchObject({ state: 'in_step', reported: 100 }),
    );
    const quantities = sent(shop);
    expect(quantities.at(-1)).toBe(100);
    expect(quantities.length).toBeLessThan(30);
    expect(quantities).toEqual(quantities.toSorted((a, b) => a - b));
  });

  it('D16: reports, when recorded, that the target changed meanwhile: it is due at once', async () => {
    const { shopId } = await world.aShop(2);
    for (const variantId of ['V-1', 'V-2']) await world.setTarget(shopId, variantId, 7);
    const claimed = await world
      .work()
      .transactSql((tx) => claimWrites(tx, [{ shopId, fresh: 6, failing: 2 }], 60_000));
    await world.setTarget(shopId, 'V-2', 9);
    const ended = claimed
      .toSorted((a, b) => a.variantId.localeCompare(b.variantId))
      .map((write) => ({ write, end: { kind: 'confirmed' } as const }));
    expect(await recordWrites(world.work(), ended, 60_000)).toEqual([{ dueNow: false }, { dueNow: true }]);
    expect(await world.row(shopId, 'V-1')).toMatchObject({ state: 'in_step', reported: 7 });
    expect(await world.row(shopId, 'V-2')).toMatchObject({ state: 'due', reported: 7, target: 9 });
  });

  it('is done by only one of many processes', async () => {
    const shop = await world.aShop(40);
    const variants = Array.from({ length: 40 }, (_, index) => `V-${index + 1}`);
    for (const variantId of variants) await world.setTarget(shop.shopId, variantId, 3);
    const writers = [await world.run(), await world.run()];
    for (const writer of writers) writer.wake([shop.shopId]);
    await eventually(() => expect(variants.map((id) => shown(shop, id))).toEqual(variants.map(() => 3)));
    expect(variants.map((id) => sent(shop, id))).toEqual(variants.map(() => [3]));
  });

  it('of a process that died in the middle is done again once its lease is over', async () => {
    const shop = await world.aShop(1);
    await world.setTarget(shop.shopId, 'V-1', 7);
    const places = [{ shopId: shop.shopId, fresh: 1, failing: 1 }];
    expect(await world.work().transactSql((tx) => claimWrites(tx, places, 1_500))).toHaveLength(1);
    expect(await world.work().transactSql((tx) => claimWrites(tx, places, 1_500))).toEqual([]);
    await world.run();
    expect(sent(shop)).toEqual([]);
    await eventually(() => expect(sent(shop)).toEqual([7]));
  });

  it('that ends after its lease was taken over changes nothing', async () => {
    const shop = await world.aShop(1);
    const { shopId, store } = shop;
    await world.setTarget(shopId, 'V-1', 7);
    store.faults.add({ endpoint: PUT, times: 1, fault: { kind: 'delay', ms: 600, when: 'after' } });
    await world.run({ leaseMs: 10 });
    await eventually(() => expect(sent(shop)).toEqual([7]));
    await world.db.networkQuantity.updateMany({
      data: { leaseUntil: new Date(Date.now() + 60_000), nextAttemptAt: new Date(Date.now() + 60_000) },
    });
    await eventually(() => expect(store.requests.at(-1)?.status).toBe(200));
    await world.stop();
    expect(await world.row(shopId)).toMatchObject({ state: 'writing', reported: null });
  });
});

describe('D10: a store that reports another quantity than the target', () => {
  async function aShopInSync() {
    const shop = await world.aShop(1);
    const { shopId } = shop;
    await world.db.variant.create({ data: { shopId, variantId: 'V-1', productId: 'P-1', size: 'One size' } });
    await world.setTarget(shopId, 'V-1', 7);
    return shop;
  }

  /** The store sells a piece and reports it. */
  async function reports(shopId: number, quantity: number, syncIntervalMs: number) {
    const event = anEvent(shopId, { variant_id: 'V-1', location_id: '9000', quantity });
    await stock.transact((tx) => stockEventsHandler({ syncIntervalMs })(tx, [event]));
  }

  it('is written again at the next sync cycle, not at once', async () => {
    const shop = await aShopInSync();
    const writer = await world.run();
    await eventually(async () => expect(await world.row(shop.shopId)).toMatchObject({ state: 'in_step' }));
    await reports(shop.shopId, 6, 1_500);
    writer.wake([shop.shopId]);
    await eventually(() => expect(sent(shop)).toEqual([7, 7]));
    const [first, second] = shop.store.requests.map(({ at }) => Date.parse(at));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_400);
  });

  it('during a write is not lost: the target is written again at the next sync cycle', async () => {
    const shop = await aShopInSync();
    const { shopId, store } = shop;
    store.faults.add({ endpoint: PUT, times: 1, fault: { kind: 'delay', ms: 400, when: 'after' } });
    await world.run({ syncIntervalMs: 1_000 });
    await eventually(() => expect(sent(shop)).toEqual([7]));
    await reports(shopId, 6, 1_000);
    await eventually(async () =>
      expect(await world.row(shopId)).toMatchObject({ state: 'due', reported: 6 }),
    );
    await eventually(async () =>
      expect(await world.row(shopId)).toMatchObject({ state: 'in_step', reported: 7 }),
    );
    expect(sent(shop)).toEqual([7, 7]);
  });

  it('with a clock 60 s behind is heard all the same: the receipt of a write hides no report', async () => {
    const shop = await aShopInSync();
    await world.run();
    await eventually(async () => expect(await world.row(shop.shopId)).toMatchObject({ state: 'in_step' }));
    const changed_at = new Date(Date.now() - 60_000).toISOString();
    const raised = anEvent(shop.shopId, { variant_id: 'V-1', location_id: '9000', quantity: 12, changed_at });
    await stock.transact((tx) => stockEventsHandler({ syncIntervalMs: 300 })(tx, [raised]));
    await eventually(() => expect(sent(shop)).toEqual([7, 7]));
    await eventually(async () =>
      expect(await world.row(shop.shopId)).toMatchObject({ state: 'in_step', reported: 7 }),
    );
  });
});

describe('D23: a write that fails', () => {
  it.each([
    [
      'a 404',
      { kind: 'status' as const, status: 404, code: 'unknown_variant' },
      'the store answered 404 unknown_variant',
    ],
    ['another success status', { kind: 'success_status' as const, status: 201 }, 'receipt does not match'],
    [
      'a receipt of another quantity',
      { kind: 'wrong_receipt' as const, change: { quantity: 1 } },
      'the receipt does not match (quantity)',
    ],
  ])(
    'with %s alerts support and is tried every sync cycle until it matches',
    async (_name, fault, why) => {
      const shop = await world.aShop(1);
      const { shopId, slug, store } = shop;
      const takeBack = store.faults.add({ endpoint: PUT, fault });
      await world.setTarget(shopId, 'V-1', 7);
      await world.run({ syncIntervalMs: 100 });
      await eventually(() => expect(sent(shop).length).toBeGreaterThan(2));
      const failing = await world.row(shopId);
      expect(failing).toMatchObject({ reported: null, lastFailure: expect.stringContaining(why) });
      expect(failing?.outOfSyncSince).not.toBeNull();
      const subject = `variant:${slug}/V-1`;
      const alert = () => world.db.alert.findFirst({ where: { kind: 'stock_refused', subject } });
      expect(await alert()).toMatchObject({ state: 'open', shopId });
      takeBack();
      await eventually(async () =>
        expect(await world.row(shopId)).toMatchObject({ state: 'in_step', failures: 0, lastFailure: null }),
      );
      expect(await alert()).toMatchObject({ state: 'resolved' });
    },
    30_000,
  );

  it('three times with a 5xx waits for the next sync cycle, without an alert', async () => {
    const shop = await world.aShop(1);
    const { shopId, store } = shop;
    store.faults.add({ endpoint: PUT, times: 3, fault: { kind: 'status', status: 503 } });
    await world.setTarget(shopId, 'V-1', 7);
    await world.run({ syncIntervalMs: 60_000 });
    await eventually(async () =>
      expect(await world.row(shopId)).toMatchObject({ state: 'due', failures: 1 }),
    );
    expect(sent(shop)).toEqual([7, 7, 7]);
    const due = (await world.row(shopId))?.nextAttemptAt?.getTime() ?? 0;
    expect(due - Date.now()).toBeGreaterThan(50_000);
    expect(await world.db.alert.count()).toBe(0);
  });

  it('with its answer lost is settled by the next attempt', async () => {
    const shop = await world.aShop(1);
    shop.store.faults.add({ endpoint: PUT, times: 1, fault: { kind: 'drop', when: 'after' } });
    await world.setTarget(shop.shopId, 'V-1', 7);
    await world.run();
    await eventually(async () =>
      expect(await world.row(shop.shopId)).toMatchObject({ state: 'in_step', reported: 7 }),
    );
    expect(sent(shop)).toEqual([7, 7]);
  });

  it('does not starve others of the same store, however many fail', async () => {
    const shop = await world.aShop(2);
    const { shopId } = shop;
    for (let number = 100; number < 160; number += 1) await world.setTarget(shopId, `V-${number}`, 1);
    const writer = await world.run({ syncIntervalMs: 1, pollMs: 1 });
    await eventually(async () =>
      expect(await world.db.networkQuantity.count({ where: { failures: { gt: 1 } } })).toBe(60),
    );
    await world.setTarget(shopId, 'V-1', 7);
    writer.wake([shopId]);
    await eventually(() => expect(shown(shop)).toBe(7));
  });

  it('or hangs delays no other store', async () => {
    const [slow, quick] = [await world.aShop(60), await world.aShop(1)];
    slow.store.faults.add({ endpoint: PUT, fault: { kind: 'delay', ms: 1_500 } });
    for (let number = 1; number <= 60; number += 1) await world.setTarget(slow.shopId, `V-${number}`, 1);
    const writer = await world.run();
    await eventually(() => expect(slow.store.requests.length).toBeGreaterThan(3));
    await world.setTarget(quick.shopId, 'V-1', 7);
    writer.wake([quick.shopId]);
    await eventually(() => expect(shown(quick)).toBe(7));
    expect(slow.store.requests.length).toBeLessThanOrEqual(16);
  });

  it('or 12 of 16 that hang: the four others are still written, and at once', async () => {
    // Given twelve stores that do not answer within the attempt's 30 s, each with more to write than it has slots
    const hanging: ShopWithStore[] = [];
    const healthy: ShopWithStore[] = [];
    for (let number = 1; number <= 12; number += 1) hanging.push(await world.aShop(20));
    for (let number = 1; number <= 4; number += 1) healthy.push(await world.aShop(1));
    for (const { shopId, store } of hanging) {
      store.faults.add({ endpoint: PUT, fault: { kind: 'delay', ms: 30_000 } });
      for (let number = 1; number <= 20; number += 1) await world.setTarget(shopId, `V-${number}`, 1);
    }
    const writer = await world.run({ timeoutMs: 30_000, pollMs: A_DAY_MS });
    await eventually(() =>
      expect(hanging.map(({ store }) => store.requests.length > 0)).not.toContain(false),
    );

    // When the others have something to write, and the writer is woken for each
    for (const { shopId } of healthy) await world.setTarget(shopId, 'V-1', 7);
    writer.wake(healthy.map(({ shopId }) => shopId));

    // Then they show it, while the twelve still hang
    await eventually(() => expect(healthy.map((shop) => shown(shop))).toEqual([7, 7, 7, 7]));
    expect(hanging.map((shop) => shown(shop))).toEqual(hanging.map(() => 0));
    await Promise.all(hanging.map(({ store }) => store.stop()));
  }, 60_000);

  it('with a 401 holds the store; its rows continue together when the hold ends', async () => {
    const shop = await world.aShop(20);
    const { shopId, store } = shop;
    const takeBack = store.faults.add({
      endpoint: '*',
      fault: { kind: 'status', status: 401, code: 'unauthorized' },
    });
    for (let number = 1; number <= 20; number += 1) await world.setTarget(shopId, `V-${number}`, 1);
    await world.run();
    await eventually(async () =>
      expect((await world.db.shop.findUnique({ where: { id: shopId } }))?.callsHeldSince).not.toBeNull(),
    );
    await eventually(async () =>
      expect(await world.db.networkQuantity.count({ where: { state: 'due' } })).toBe(20),
    );
    expect(store.requests.length).toBeLessThanOrEqual(8);
    takeBack();
    await world.db.callHold.updateMany({ where: { shopId }, data: { nextProbeAt: new Date() } });
    await eventually(async () =>
      expect(await world.db.networkQuantity.count({ where: { state: 'in_step' } })).toBe(20),
    );
  });
});

describe('a shop whose inventory is off', () => {
  it('D16: is sent the 0 that switching off asks for, and nothing else', async () => {
    const shop = await world.aShop(2, { capabilities: { inventory: 'off', orders: 'off' } });
    const { shopId } = shop;
    await world.setTarget(shopId, 'V-1', 7);
    await world.setTarget(shopId, 'V-2', 0);
    await world.run();
    await eventually(async () =>
      expect(await world.row(shopId, 'V-2')).toMatchObject({ state: 'in_step', reported: 0 }),
    );
    expect(sent(shop)).toEqual([]);
    expect(await world.row(shopId)).toMatchObject({ state: 'due', failures: 0 });
  });

  it('gets what is due when it is switched on', async () => {
    const shop = await world.aShop(1, { capabilities: { inventory: 'off', orders: 'off' } });
    await world.setTarget(shop.shopId, 'V-1', 7);
    await world.run();
    await world.db.$executeRaw`
      UPDATE shop SET inventory = 'live', revision = nextval('shop_revision') WHERE id = ${shop.shopId}`;
    await eventually(() => expect(shown(shop)).toBe(7));
  });
});
