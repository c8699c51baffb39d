import { inTransaction, type Database } from '@hub/database';
import { aGtin, aShop, aVariant, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { articleStock } from '../src/stock/article-stock';
import { sampleStock } from '../src/stock/sample-stock';
import { timeRange } from '../src/figures/time-range';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-22T18:20:00Z');
const GTIN = aGtin(77_777);

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());

/** The sweep, until the round is over. */
async function sweep(now: number): Promise<void> {
  while ((await inTransaction(db, (tx) => sampleStock(tx, now))) > 0);
}
const stock = (variantId: string, onHand: number, committed = 0) =>
  db.variant.updateMany({ where: { variantId }, data: { onHand, committed } });
const freeOf = async (name: '24h' | '30d', now = NOW) => {
  const found = await articleStock(db, GTIN, timeRange(name, now));
  return Object.fromEntries(found?.variants.map(({ shop, stock: { free } }) => [shop, free]) ?? []);
};

describe('stock of an article over time', () => {
  it('is null for an article that no shop has', async () => {
    expect(await articleStock(db, GTIN, timeRange('24h', NOW))).toBeNull();
  });

  it('is recorded once an hour if it changed, by whichever copy, and read back hour by hour', async () => {
    const [one, two] = [await aShop(db, { slug: 'one' }), await aShop(db, { slug: 'two' })];
    await aVariant(db, { shopId: one.id, variantId: 'A', gtin: GTIN, onHand: 10, committed: 1 });
    await aVariant(db, { shopId: two.id, variantId: 'B', gtin: GTIN });
    await Promise.all([sweep(NOW - 5 * HOUR_MS), sweep(NOW - 5 * HOUR_MS)]);
    await stock('A', 4);
    // Within the hour it is not read again.
    await sweep(NOW - 4.5 * HOUR_MS);
    expect(await db.stockSample.count()).toBe(1);
    await sweep(NOW - 4 * HOUR_MS);
    await stock('B', 3);
    await sweep(NOW - 2.9 * HOUR_MS);
    await stock('A', 0);
    await sweep(NOW - 1.5 * HOUR_MS);
    await stock('A', 7, 2);
    const { one: ofOne, two: ofTwo } = await freeOf('24h');
    expect([ofOne?.slice(-7), ofTwo?.slice(-4)]).toEqual([
      [null, 9, 4, 4, 0, 0, 5],
      [3, 3, 3, 3],
    ]);
    expect((await freeOf('30d'))['one']?.slice(-2)).toEqual([null, 5]);
    expect(await db.stockSample.count()).toBe(4);
  });

  it('is kept 32 days, with the last record before, which shows the stock then', async () => {
    const later = NOW + 40 * 24 * HOUR_MS;
    await sweep(later);
    const kept = await db.stockSample.findMany({ where: { variantId: 'A' }, orderBy: { at: 'asc' } });
    expect(kept.map(({ onHand }) => Number(onHand))).toEqual([0, 7]);
    expect((await freeOf('30d', later))['one']?.slice(-2)).toEqual([0, 5]);
  });

  it('is exact to the piece, however many there are', async () => {
    await stock('A', 9_000_000_000);
    expect((await freeOf('24h'))['one']?.at(-1)).toBe(9_000_000_000);
  });
});
