import { eventually } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { saveTargets } from '../src/quantity/network-quantity-records';
import { StockWorld } from './stock-world';
import { sent, WriterWorld, type ShopWithStore } from './writer-world';

/** D16, "The figure at the store": what is sent at once, and what within one sync cycle. */

let stock: StockWorld;
let world: WriterWorld;
beforeAll(async () => {
  stock = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await stock.clear();
  world = new WriterWorld(stock);
});
afterEach(() => world.stop(), 20_000);
afterAll(() => stock.close());

const CYCLE_MS = 60_000;

/** A calculation comes to a target. */
async function target(shopId: number, wanted: number, variantId = 'V-1'): Promise<Set<number>> {
  return save([{ shopId, variantId, wanted }], CYCLE_MS);
}

/** Of variants without an article. */
async function save(
  wanted: readonly { shopId: number; variantId: string; wanted: number }[],
  cycleMs: number,
): Promise<Set<number>> {
  const shopIds = wanted.map(({ shopId }) => shopId);
  const variantIds = wanted.map(({ variantId }) => variantId);
  await world.db.$executeRaw`
    INSERT INTO variant (shop_id, variant_id, product_id, size)
    SELECT shop_id, variant_id, 'P-1', 'One size'
    FROM unnest(${shopIds}::int[], ${variantIds}::text[]) AS v (shop_id, variant_id)
    ON CONFLICT DO NOTHING`;
  const targets = wanted.map((one) => ({ ...one, gtin: null, raisedTo: one.wanted }));
  return stock.transact((tx) => saveTargets(tx, targets, cycleMs));
}

/** A store that was sent a quantity, and shows another where it reported one since. */
async function aShopWritten(written: number, reported = written): Promise<number> {
  const { shopId } = await world.aShop(1);
  await world.db.networkQuantity.create({
    data: { shopId, variantId: 'V-1', wanted: written, written, reported, state: 'in_step' },
  });
  return shopId;
}

async function dueInMs(shopId: number): Promise<number> {
  const row = await world.row(shopId);
  return (row?.nextAttemptAt?.getTime() ?? Number.NaN) - Date.now();
}

describe('D16: a change of the target is sent at once', () => {
  it.each([
    ['from 0', 0, 500],
    ['to 0', 500, 0],
    ['to 20 pieces', 22, 20],
    ['from 20 pieces', 20, 22],
    ['to more than a tenth below what the store shows', 1_000, 899],
  ])('%s', async (_, written, wanted) => {
    const shopId = await aShopWritten(written);
    expect(await target(shopId, wanted)).toEqual(new Set([shopId]));
    expect(await world.row(shopId)).toMatchObject({ wanted, state: 'due' });
    expect(await dueInMs(shopId)).toBeLessThanOrEqual(0);
  });

  it('where the store shows more than was written, and the target is more than a tenth below that', async () => {
    const shopId = await aShopWritten(100, 150);
    expect(await target(shopId, 101)).toEqual(new Set([shopId]));
  });
});

describe('D16: any other change is sent within one sync cycle of the oldest unsent change', () => {
  it.each([
    ['21 pieces and more', 22, 21],
    ['a tenth below what the store shows', 1_000, 900],
    ['more, however many', 21, 2_000_000_000],
  ])('%s', async (_, written, wanted) => {
    const shopId = await aShopWritten(written);
    expect(await target(shopId, wanted)).toEqual(new Set());
    expect(await world.row(shopId)).toMatchObject({ wanted, state: 'due' });
    expect(await dueInMs(shopId)).toBeLessThanOrEqual(CYCLE_MS);
  });

  it('a later change neither delays nor hurries it', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 999);
    const first = await world.row(shopId);
    await target(shopId, 998);
    expect(await world.row(shopId)).toMatchObject({ nextAttemptAt: first?.nextAttemptAt, wanted: 998 });
  });

  it('one that matters takes the others along', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 999);
    expect(await target(shopId, 500)).toEqual(new Set([shopId]));
  });

  it('spread over the cycle: each variant has a moment of its own', async () => {
    const { shopId } = await world.aShop(1);
    const variants = Array.from({ length: 200 }, (_, index) => `V-${index}`);
    await world.db.networkQuantity.createMany({
      data: variants.map((variantId) => ({
        shopId,
        variantId,
        wanted: 100,
        written: 100,
        reported: 100,
        state: 'in_step' as const,
      })),
    });
    const wanted = variants.map((variantId) => ({ shopId, variantId, wanted: 99 }));
    await save(wanted, CYCLE_MS);
    const quarters = await world.db.$queryRaw<{ quarter: number; rows: number }[]>`
      SELECT floor(extract(epoch FROM next_attempt_at - unsent_since) * 1000 / ${CYCLE_MS / 4})::int AS quarter,
        count(*)::int AS rows
      FROM network_quantity GROUP BY 1 ORDER BY 1`;
    expect(quarters.map(({ quarter }) => quarter)).toEqual([0, 1, 2, 3]);
    for (const { rows } of quarters) expect(rows).toBeGreaterThan(20);
  });

  it('many sales in a cycle cost one call, of the latest figure', async () => {
    const cycleMs = 1_500;
    const shop = await aShopShowing(1_000);
    const { shopId } = shop;
    const writer = await world.run({ syncIntervalMs: cycleMs });
    for (let sold = 1; sold <= 40; sold += 1) {
      const wanted = 1_000 - sold;
      const dueNow = await save([{ shopId, variantId: 'V-1', wanted }], cycleMs);
      writer.wake(dueNow);
    }
    await eventually(async () =>
      expect(await world.row(shopId)).toMatchObject({ state: 'in_step', written: 960 }),
    );
    // The moment of the variant may have come once in between.
    expect(sent(shop).length).toBeLessThanOrEqual(2);
    expect(sent(shop).at(-1)).toBe(960);
  });

  it('what changes during a call waits for its moment too, counted from that change', async () => {
    const shop = await aShopShowing(1_000);
    const { shopId, store } = shop;
    store.faults.add({
      endpoint: 'PUT /inventory',
      times: 1,
      fault: { kind: 'delay', ms: 300, when: 'after' },
    });
    await target(shopId, 500);
    await world.run({ syncIntervalMs: CYCLE_MS });
    await eventually(() => expect(sent(shop)).toEqual([500]));
    await target(shopId, 499);
    await eventually(async () =>
      expect(await world.row(shopId)).toMatchObject({ state: 'due', written: 500 }),
    );
    const row = await world.row(shopId);
    const waits = (row?.nextAttemptAt?.getTime() ?? 0) - (row?.unsentSince?.getTime() ?? 0);
    expect(waits).toBeGreaterThan(0);
    expect(waits).toBeLessThanOrEqual(CYCLE_MS);
    expect(sent(shop)).toEqual([500]);
  });

  async function aShopShowing(quantity: number): Promise<ShopWithStore> {
    const shop = await world.aShop(1);
    await world.db.networkQuantity.create({
      data: {
        shopId: shop.shopId,
        variantId: 'V-1',
        wanted: quantity,
        written: quantity,
        reported: quantity,
        state: 'in_step',
      },
    });
    return shop;
  }
});

describe('D16: a shop that is switched off', () => {
  const off = { capabilities: { inventory: 'off' as const, orders: 'off' as const } };

  it('is sent its zeros at once, those too whose writes failed', async () => {
    const { shopId } = await world.aShop(1, off);
    const nextAttemptAt = new Date(Date.now() + CYCLE_MS);
    await world.db.networkQuantity.create({
      data: {
        shopId,
        variantId: 'V-1',
        wanted: 7,
        written: 7,
        reported: 7,
        failures: 3,
        state: 'due',
        nextAttemptAt,
      },
    });
    expect(await target(shopId, 0)).toEqual(new Set([shopId]));
  });

  it('is sent them for ten minutes', async () => {
    const [late, early] = [await world.aShop(1, off), await world.aShop(1, off)];
    for (const [{ shopId }, minutes] of [
      [late, 11],
      [early, 9],
    ] as const) {
      await world.want(shopId, 'V-1', 0);
      const inventoryOffSince = new Date(Date.now() - minutes * 60_000);
      await world.db.shop.update({ where: { id: shopId }, data: { inventoryOffSince } });
    }
    await world.run();
    await eventually(() => expect(sent(early)).toEqual([0]));
    expect(sent(late)).toEqual([]);
    expect(await world.row(late.shopId)).toMatchObject({ state: 'due' });
  });
});
