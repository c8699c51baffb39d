import { rows } from '@hub/database';
import { aCommand } from '@hub/test-world';
import { aGtin, aShop, aVariant, eventually, waitForLocks } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { noteFalls } from '../src/quantity/article-calculations';
import { dueArticles } from '../src/quantity/due-articles';
import { articlesRecalculator } from '../src/quantity/handle-recalculate-articles';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import { changed, StockWorld } from './stock-world';
import { sent, WriterWorld, type ShopWithStore } from './writer-world';

const Quarter = z.object({ quarter: z.int(), rows: z.int() });

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
afterEach(() => world.stop());
afterAll(() => stock.close());

const CYCLE_MS = 60_000;
const GTIN = aGtin(1);

/** The seller's target is the other shop's stock of the article. @returns shops to write to now */
async function target(shopId: number, quantity: number, gtin = GTIN): Promise<Set<number>> {
  await supply(shopId, quantity, gtin);
  return (await stock.transact((tx) => recalculateArticles(tx, changed([gtin]), at()))).due;
}

async function supply(shopId: number, pieces: number, gtin = GTIN): Promise<void> {
  await world.db.variant.updateMany({ where: { gtin, shopId: { not: shopId } }, data: { onHand: pieces } });
}

const at = (syncIntervalMs = CYCLE_MS) => ({ now: Date.now(), syncIntervalMs });
const article = () => world.db.articleCalculation.findUniqueOrThrow({ where: { gtin: GTIN } });

/** The article's time in the cycle has come. */
async function momentComes(): Promise<void> {
  await world.db.articleCalculation.updateMany({
    where: { dueAt: { not: null } },
    data: { dueAt: new Date(0) },
  });
  await stock.transact((tx) => dueArticles(CYCLE_MS).run(tx, Date.now()));
}

/** A shop that sells the article, and another that has it in stock. */
async function aSeller(): Promise<ShopWithStore> {
  const seller = await world.aShop(1);
  const supplier = await aShop(world.db, { slug: 'supplier' });
  await aVariant(world.db, { shopId: seller.shopId, variantId: 'V-1', gtin: GTIN });
  await aVariant(world.db, { shopId: supplier.id, variantId: 'S-1', gtin: GTIN });
  return seller;
}

/** A store that was sent a quantity, and shows another if it reported one since. */
async function aShopWritten(written: number, reported = written): Promise<number> {
  const { shopId } = await aSeller();
  await showing(shopId, written, reported);
  return shopId;
}

async function showing(shopId: number, written: number, reported = written): Promise<void> {
  await world.db.networkQuantity.create({
    data: { shopId, variantId: 'V-1', target: written, written, reported, state: 'in_step' },
  });
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
  ])('%s', async (_, written, quantity) => {
    const shopId = await aShopWritten(written);
    expect(await target(shopId, quantity)).toEqual(new Set([shopId]));
    expect(await world.row(shopId)).toMatchObject({ target: quantity, state: 'due' });
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
  ])('%s', async (_, written, quantity) => {
    const shopId = await aShopWritten(written);
    expect(await target(shopId, quantity)).toEqual(new Set());
    expect(await world.row(shopId)).toMatchObject({ target: written, state: 'in_step' });
    const wait = ((await article()).dueAt?.getTime() ?? Number.NaN) - Date.now();
    expect(wait).toBeGreaterThan(-1_000);
    expect(wait).toBeLessThanOrEqual(CYCLE_MS);

    await momentComes();

    expect(await world.row(shopId)).toMatchObject({ target: quantity, state: 'due' });
    expect(await dueInMs(shopId)).toBeLessThanOrEqual(0);
    expect(await article()).toMatchObject({ dueAt: null });
  });

  it('a later change neither delays nor hurries it, and is what is sent', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 999);
    const { dueAt } = await article();
    await target(shopId, 998);
    expect(await article()).toMatchObject({ dueAt });
    await momentComes();
    expect(await world.row(shopId)).toMatchObject({ target: 998 });
  });

  it('an urgent one takes the others along', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 999);
    expect(await target(shopId, 500)).toEqual(new Set([shopId]));
    expect(await article()).toMatchObject({ dueAt: null });
  });

  it('a target that returns to what the store shows is not sent', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 999);
    await target(shopId, 1_000);
    expect(await article()).toMatchObject({ dueAt: null });
    expect(await world.row(shopId)).toMatchObject({ state: 'in_step' });
  });

  it('spread over the cycle: each article has its own time', async () => {
    const gtins = Array.from({ length: 200 }, (_, index) => aGtin(index + 1_000));
    const falls = gtins.map((gtin) => ({ gtin, pieces: 1 }));
    await world.db.articleCalculation.createMany({
      data: gtins.map((gtin) => ({ gtin, calculatedAt: new Date(), spare: 10n })),
    });
    expect(await stock.transact((tx) => noteFalls(tx, falls, CYCLE_MS))).toEqual([]);
    const quarters = await rows(
      Quarter,
      world.db.$queryRaw`
      SELECT width_bucket(extract(epoch FROM due_at - now()) * 1000, 0, ${CYCLE_MS}, 4) AS quarter,
        count(*)::int AS rows
      FROM article_calculation GROUP BY 1 ORDER BY 1`,
    );
    // A time at the very edge belongs to the next quarter by the time it is read.
    const filled = quarters.filter(({ quarter, rows: found }) => quarter >= 1 && quarter <= 4 && found > 20);
    expect(filled.map(({ quarter }) => quarter)).toEqual([1, 2, 3, 4]);
  });

  it('a change during a call also waits for its time, counted from that change', async () => {
    const shop = await aSeller();
    const { shopId, store } = shop;
    await showing(shopId, 1_000);
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

  it('a row that is written before that is sent the current target', async () => {
    const shop = await aSeller();
    const { shopId } = shop;
    await showing(shopId, 1_000);
    await target(shopId, 999);
    await supply(shopId, 998);
    // As after an echo of another quantity, a cycle ago (D10).
    await world.db.networkQuantity.updateMany({
      data: { state: 'due', reported: 1_100, nextAttemptAt: new Date(0) },
    });
    await world.run({ syncIntervalMs: CYCLE_MS });
    await eventually(() => expect(sent(shop)).toEqual([998]));
  });

  it('and brings no other row of its article up to date, which keeps its time in the cycle', async () => {
    // Given two shops that show an article of which pieces were taken, and a write to one that is due
    const [shop, other] = [await aSeller(), await world.aShop(1)];
    await aVariant(world.db, { shopId: other.shopId, variantId: 'V-1', gtin: GTIN });
    const supplies = async (onHand: number) => {
      await world.db.variant.updateMany({ where: { variantId: 'S-1' }, data: { onHand } });
    };
    for (const { shopId } of [shop, other]) await showing(shopId, 1_000);
    await supplies(999);
    await stock.transact((tx) => recalculateArticles(tx, changed([GTIN]), at()));
    const { dueAt } = await article();
    await supplies(998);
    await world.db.networkQuantity.updateMany({
      where: { shopId: shop.shopId },
      data: { state: 'due', reported: 1_100, nextAttemptAt: new Date(0) },
    });
    // When it is written
    await world.run({ syncIntervalMs: CYCLE_MS });
    await eventually(() => expect(sent(shop)).toEqual([998]));
    // Then the other shop's row and the article wait for their time
    expect(await world.row(other.shopId)).toMatchObject({ target: 1_000, state: 'in_step' });
    expect(await article()).toMatchObject({ dueAt });
  });
});

describe('D16: pieces that are taken', () => {
  /** The handler of `network-quantity.recalculate`. @returns shops to write to now */
  async function taken(pieces: number): Promise<number[]> {
    const woken: number[] = [];
    const handle = articlesRecalculator({
      wakeWriter: (ids) => woken.push(...ids),
      syncIntervalMs: CYCLE_MS,
    });
    await handle(stock.context(), [aCommand({ gtin: GTIN, fallen: pieces })]);
    return woken;
  }

  it('are only counted until a quantity has to be sent at once, then recalculated', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 1_000);
    await supply(shopId, 901);
    expect(await taken(99)).toEqual([]);
    expect(await world.row(shopId)).toMatchObject({ target: 1_000, state: 'in_step' });
    expect((await article()).dueAt).not.toBeNull();

    await supply(shopId, 899);
    expect(await taken(2)).toEqual([shopId]);
    expect(await world.row(shopId)).toMatchObject({ target: 899, state: 'due' });
  });

  it('down to 21 pieces and no further', async () => {
    const shopId = await aShopWritten(22);
    await target(shopId, 22);
    await supply(shopId, 21);
    expect(await taken(1)).toEqual([]);
    await supply(shopId, 20);
    expect(await taken(1)).toEqual([shopId]);
  });

  it('of an article that was never calculated cause a calculation', async () => {
    const shopId = await aShopWritten(0);
    await supply(shopId, 5);
    expect(await taken(1)).toEqual([shopId]);
    expect(await world.row(shopId)).toMatchObject({ target: 5 });
  });

  it('during a calculation count against its result', async () => {
    const shopId = await aShopWritten(1_000);
    await target(shopId, 1_000);
    let counting: Promise<unknown> = Promise.resolve();
    await stock.transact(async (tx) => {
      await recalculateArticles(tx, changed([GTIN]), at());
      counting = taken(60);
      await waitForLocks(stock.db);
    });
    await counting;
    expect(await article()).toMatchObject({ spare: 40n });
    expect((await article()).dueAt).not.toBeNull();
  });
});

describe('articles of which another worker is calculating one', () => {
  it('are calculated without waiting for that one, which is calculated after it', async () => {
    // Given two articles whose quantities are to change, one of them locked by another calculation
    const [held, free] = [await aSeller(), await world.aShop(1)];
    const other = aGtin(2);
    await aVariant(world.db, { shopId: free.shopId, variantId: 'V-1', gtin: other });
    await aVariant(world.db, { shopId: held.shopId, variantId: 'V-2', gtin: other, onHand: 7 });
    await recalculateBoth();
    await supply(held.shopId, 5);
    await world.db.variant.updateMany({ where: { variantId: 'V-2' }, data: { onHand: 9 } });
    let handling: Promise<unknown> = Promise.resolve();
    await stock.transact(async (tx) => {
      await recalculateArticles(tx, changed([GTIN]), at());
      await world.db.variant.updateMany({ where: { variantId: 'S-1' }, data: { onHand: 6 } });
      // When both are calculated
      handling = recalculateBoth();
      // Then the free one is, while the other is still locked
      await waitForLocks(stock.db);
      expect(await world.row(free.shopId)).toMatchObject({ target: 9 });
    });
    await handling;
    // And the other one too, with what changed meanwhile
    expect(await world.row(held.shopId)).toMatchObject({ target: 6 });
  });

  function recalculateBoth(): Promise<unknown> {
    const handle = articlesRecalculator({ wakeWriter: () => undefined, syncIntervalMs: CYCLE_MS });
    return handle(
      stock.context(),
      [GTIN, aGtin(2)].map((gtin) => aCommand({ gtin })),
    );
  }
});

describe('D16: a shop that is switched off', () => {
  const off = { capabilities: { inventory: 'off' as const, orders: 'off' as const } };

  it('is sent its zeros at once, including those whose writes failed', async () => {
    const { shopId } = await aSeller();
    await world.db.shop.update({ where: { id: shopId }, data: off.capabilities });
    const nextAttemptAt = new Date(Date.now() + CYCLE_MS);
    await world.db.networkQuantity.create({
      data: {
        shopId,
        variantId: 'V-1',
        target: 7,
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
      await world.setTarget(shopId, 'V-1', 0);
      const inventoryOffSince = new Date(Date.now() - minutes * 60_000);
      await world.db.shop.update({ where: { id: shopId }, data: { inventoryOffSince } });
    }
    await world.run();
    await eventually(() => expect(sent(early)).toEqual([0]));
    expect(sent(late)).toEqual([]);
    expect(await world.row(late.shopId)).toMatchObject({ state: 'due' });
  });
});
