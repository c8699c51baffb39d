import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import type { StockEvent } from '../src/stock/stock-facts';
import { anEvent, changed, minute, StockWorld } from './stock-world';

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
afterAll(() => world.close());

const ARTICLES = [aGtin(900_201), aGtin(900_202)];
const SHOPS = 3;

interface Change {
  shop: number;
  article: number;
  locationId: string;
  quantity: number;
  minute: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  shop: fc.nat(SHOPS - 1),
  article: fc.nat(ARTICLES.length - 1),
  locationId: fc.constantFrom('1001', '1002', '9000'),
  quantity: fc.nat(30),
  minute: fc.nat(30),
});

/** Changes as stores send them, and as they may arrive: in any order, some repeated, in batches of any size. */
const arrivals = fc
  .uniqueArray(change, {
    minLength: 1,
    maxLength: 15,
    selector: ({ shop, article, locationId, minute: at }) => `${shop} ${article} ${locationId} ${at}`,
  })
  .chain((changes) =>
    fc.record({
      changes: fc.constant(changes),
      order: fc
        .array(fc.nat(changes.length - 1), { maxLength: 10 })
        .chain((again) =>
          fc.shuffledSubarray([...changes.keys(), ...again], { minLength: changes.length + again.length }),
        ),
      batch: fc.integer({ min: 1, max: 8 }),
    }),
  );

async function threeShops(): Promise<number[]> {
  await world.clear();
  const shops: number[] = [];
  for (let number = 0; number < SHOPS; number += 1) {
    const { id } = await aShop(world.db, { locations: [{ locationId: '1001' }, { locationId: '1002' }] });
    for (const [index, gtin] of ARTICLES.entries())
      await aVariant(world.db, { shopId: id, variantId: `V-${index}`, gtin });
    shops.push(id);
  }
  return shops;
}

function eventOf(shops: number[], { shop, article, locationId, quantity, minute: at }: Change): StockEvent {
  const data = { variant_id: `V-${article}`, location_id: locationId, quantity, changed_at: minute(at) };
  return anEvent(shops[shop] ?? 0, data);
}

/** Handles a batch, then what it enqueued, and checks what must hold after every step. */
async function step(events: StockEvent[]): Promise<void> {
  await world.handle(events);
  const gtins = (await world.takeCommands()).map(({ payload }) => (payload as { gtin: string }).gtin);
  await world.transact((tx) =>
    recalculateArticles(tx, changed(gtins), { now: Date.now(), syncIntervalMs: 60_000, save: 'all' }),
  );
  expect(await broken()).toEqual([]);
}

/** Variants whose total is not the sum of the locations, or whose target is not the quantity of the other shops. */
function broken(): Promise<unknown> {
  return world.db.$queryRaw`
    SELECT v.shop_id, v.variant_id, v.on_hand::int, n.wanted FROM variant v
    LEFT JOIN network_quantity n ON n.shop_id = v.shop_id AND n.variant_id = v.variant_id
    WHERE v.on_hand <> (SELECT coalesce(sum(quantity), 0) FROM stock_level l
        WHERE l.shop_id = v.shop_id AND l.variant_id = v.variant_id)
      OR coalesce(n.wanted, 0) <> (SELECT sum(o.on_hand) FROM variant o
        WHERE o.gtin = v.gtin AND o.shop_id <> v.shop_id)`;
}

/** Stock, and each store's target and reported quantity, in the shops' order. */
async function outcome(shops: number[]) {
  const levels = await world.db.stockLevel.findMany({ where: { changedAt: { not: null } } });
  const quantities = await world.db.networkQuantity.findMany();
  const place = (row: { shopId: number; variantId: string }) =>
    `${shops.indexOf(row.shopId)} ${row.variantId}`;
  return {
    stock: Object.fromEntries(
      levels.map((level) => [`${place(level)} ${level.locationId}`, [level.quantity, level.changedAt]]),
    ),
    network: Object.fromEntries(
      quantities
        .filter(({ target, reported }) => target > 0 || reported !== null)
        .map((row) => [place(row), [row.target, row.reported, row.reportChangedAt]]),
    ),
  };
}

describe('any order and repetition of a set of stock events', () => {
  it('ends in the same stock and the same network quantities, and the sums hold after every step', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ changes, order, batch }) => {
        const inOrder = await threeShops();
        for (const one of changes.toSorted((a, b) => a.minute - b.minute))
          await step([eventOf(inOrder, one)]);
        const expected = await outcome(inOrder);

        const shuffled = await threeShops();
        const arriving = order.flatMap((index) => changes[index] ?? []);
        for (let from = 0; from < arriving.length; from += batch)
          await step(arriving.slice(from, from + batch).map((one) => eventOf(shuffled, one)));
        expect(await outcome(shuffled)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
