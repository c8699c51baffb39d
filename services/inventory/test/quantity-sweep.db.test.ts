import { inTransaction } from '@hub/database';
import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { quantitySweep } from '../src/quantity/quantity-sweep';
import { StockWorld, SYNC_INTERVAL_MS } from './stock-world';

const HOUR_MS = 3_600_000;

let world: StockWorld;
let seller: number;
let shipper: number;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await world.clear();
  seller = (await aShop(world.db)).id;
  shipper = (await aShop(world.db)).id;
});
afterAll(() => world.close());

const sweep = (now: number) =>
  inTransaction(world.db, (tx) => quantitySweep({ syncIntervalMs: SYNC_INTERVAL_MS }).run(tx, now));
const shown = async (variantId: string) => (await world.networkQuantity(seller, variantId))?.target ?? 0;

/** An article that the seller sells and the shipper has five of. */
async function anArticle(number: number): Promise<string> {
  const gtin = aGtin(number);
  await aVariant(world.db, { shopId: seller, variantId: `V-${number}`, gtin });
  await aVariant(world.db, { shopId: shipper, variantId: `S-${number}`, gtin, onHand: 5 });
  return `V-${number}`;
}

async function wrongly(variantId: string, target: number): Promise<void> {
  await world.db.networkQuantity.create({ data: { shopId: seller, variantId, target, state: 'in_step' } });
}

describe('D16: a sweep recalculates every target at least once a day', () => {
  it('whatever made it wrong: it was never calculated, was calculated wrongly, or no longer has an article', async () => {
    const [never, wrong] = [await anArticle(1), await anArticle(2)];
    await wrongly(wrong, 99);
    await aVariant(world.db, { shopId: seller, variantId: 'V-9', gtin: null });
    await wrongly('V-9', 7);

    await sweep(Date.now());

    expect(await Promise.all([never, wrong, 'V-9'].map(shown))).toEqual([5, 5, 0]);
  });

  it('in turn, some at a time, from where any copy left off', async () => {
    const articles: string[] = [];
    while (articles.length < 60) articles.push(await anArticle(articles.length + 1));
    const now = Date.now();

    expect(await sweep(now)).toBe(50);
    expect(await sweep(now)).toBe(10);

    expect(new Set(await Promise.all(articles.map(shown)))).toEqual(new Set([5]));
  });

  it('the one calculated longest ago first', async () => {
    const articles = Array.from({ length: 51 }, (_, index) => index + 1);
    for (const number of articles) await anArticle(number);
    const now = Date.now();
    await world.db.articleCalculation.createMany({
      data: articles.map((number) => ({
        gtin: aGtin(number),
        calculatedAt: new Date(now - 30 * HOUR_MS - number * 1_000),
      })),
    });

    await sweep(now);

    expect(await shown('V-1')).toBe(0);
    expect(await Promise.all(articles.slice(1).map((number) => shown(`V-${number}`)))).toEqual(
      articles.slice(1).map(() => 5),
    );
  });

  it('begins again within a day, and not before twenty hours', async () => {
    const variantId = await anArticle(1);
    const now = Date.now();
    await sweep(now);
    await world.db.networkQuantity.updateMany({ data: { target: 99 } });

    expect(await sweep(now + 19 * HOUR_MS)).toBe(0);
    expect(await sweep(now + 20 * HOUR_MS)).toBe(1);

    expect(await shown(variantId)).toBe(5);
  });
});
