import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { beginningRates } from '../src/quantity/beginning-rates';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import { changed, StockWorld } from './stock-world';

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(() => world.clear());
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

/** A shop with stock to ship, whose only split rate begins at `beginsMs`. */
async function aShopWithRateFrom(beginsMs: number): Promise<number> {
  const { id } = await aShop(world.db, { splitRate: null });
  await world.db.splitRate.create({
    data: { shopId: id, appliesFrom: BigInt(beginsMs) * 1_000_000n, rate: '0.7' },
  });
  return id;
}

function aSweep() {
  const sweep = beginningRates(MINUTE_MS);
  return async (now: number) => {
    await world.transact((tx) => sweep.run(tx, now));
    return world.takeCommands();
  };
}

describe('a split rate agreed from a later instant (D19, D25)', () => {
  it('D16: counts in network quantities from that instant on, and they are recalculated then', async () => {
    const begins = NOW + MINUTE_MS / 2;
    const shipping = await aShopWithRateFrom(begins);
    const selling = await aShop(world.db);
    await aVariant(world.db, { shopId: shipping, gtin: aGtin(1), onHand: 4 });
    const { variantId } = await aVariant(world.db, { shopId: selling.id, gtin: aGtin(1), onHand: 0 });
    const targetAt = async (now: number) => {
      await world.transact((tx) =>
        recalculateArticles(tx, changed([aGtin(1)]), { now, syncIntervalMs: 60_000 }),
      );
      return (await world.networkQuantity(selling.id, variantId))?.target ?? 0;
    };
    const look = aSweep();

    expect(await look(NOW)).toEqual([]);
    expect(await targetAt(NOW)).toBe(0);
    expect(await look(NOW + MINUTE_MS)).toMatchObject([
      { type: 'network-quantity.recalculate-shop', payload: { shopId: shipping } },
    ]);
    expect(await targetAt(NOW + MINUTE_MS)).toBe(4);
  });

  it('is reported once, whichever copy of the service looks', async () => {
    await aShopWithRateFrom(NOW + MINUTE_MS / 2);
    const copies = [aSweep(), aSweep()];
    const reported: number[] = [];
    for (const minutes of [0, 1, 2, 3])
      for (const look of copies) reported.push((await look(NOW + minutes * MINUTE_MS)).length);
    expect(reported).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
  });

  it('is reported by the next look where one was not committed', async () => {
    await aShopWithRateFrom(NOW + MINUTE_MS / 2);
    const sweep = beginningRates(MINUTE_MS);
    await aSweep()(NOW);
    const dies = world.transact(async (tx) => {
      await sweep.run(tx, NOW + MINUTE_MS);
      throw new Error('died');
    });
    await expect(dies).rejects.toThrow('died');
    expect(await aSweep()(NOW + 2 * MINUTE_MS)).toHaveLength(1);
  });

  it.each([
    ['an hour', 60],
    ['a week', 7 * 24 * 60],
  ])('is found at the start where it began while every copy was down for %s', async (_, minutes) => {
    await aSweep()(NOW - minutes * MINUTE_MS);
    await aShopWithRateFrom(NOW - (minutes - 1) * MINUTE_MS);
    expect(await aSweep()(NOW)).toHaveLength(1);
  });
});
