import { networkQuantities, readArticleFacts } from '@hub/stock';
import { aGtin, aShop, atStatement, aVariant, waitForLocks, type ShopOverrides } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import { shopRecalculator } from '../src/quantity/handle-recalculate-shop';
import { anEvent, changed, minute, StockWorld, SYNC_INTERVAL_MS } from './stock-world';

const GTIN = aGtin(900_001);

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(() => world.clear());
afterAll(() => world.close());

/** A shop with the article in stock. */
async function aShopWith(onHand: number, overrides: ShopOverrides & { gtin?: string | null } = {}) {
  const { gtin = GTIN, ...ofShop } = overrides;
  const shop = await aShop(world.db, ofShop);
  await aVariant(world.db, { shopId: shop.id, variantId: 'V-1', gtin, onHand });
  return shop.id;
}

const at = () => ({ now: Date.now(), syncIntervalMs: SYNC_INTERVAL_MS });
/** @returns shops to write to now */
async function recalculate(gtins = [GTIN]): Promise<Set<number>> {
  return (await world.transact((tx) => recalculateArticles(tx, changed(gtins), at()))).due;
}

const row = (shopId: number) => world.networkQuantity(shopId, 'V-1');

/** Makes the store show the target, as after a write. */
async function inSync(shopId: number): Promise<void> {
  await world.db.$executeRaw`
    UPDATE network_quantity SET state = 'in_step', reported = wanted, next_attempt_at = NULL,
      out_of_step_since = NULL, failures = 0 WHERE shop_id = ${shopId}`;
}

const reportOf = (shopId: number, quantity: number, minutes: number) =>
  anEvent(shopId, { variant_id: 'V-1', location_id: '9000', quantity, changed_at: minute(minutes) });

describe('D16: network quantities', () => {
  it('are what the other shops have, due where they changed', async () => {
    const [a, b, c] = [await aShopWith(3), await aShopWith(5), await aShopWith(0)];
    expect(await recalculate()).toEqual(new Set([a, b, c]));
    expect([await row(a), await row(b), await row(c)]).toMatchObject([
      { target: 5, state: 'due', reported: null },
      { target: 3, state: 'due' },
      { target: 8, state: 'due' },
    ]);
  });

  it('follow reservations: what is committed is not offered twice', async () => {
    const [a, b] = [await aShopWith(0), await aShopWith(5)];
    await world.db.variant.updateMany({ where: { shopId: b }, data: { committed: 2 } });
    await recalculate();
    expect(await row(a)).toMatchObject({ target: 3 });
  });

  it('leave out what a shop keeps back of each variant, as its sheet in force says', async () => {
    const a = await aShopWith(0);
    const b = await aShopWith(5, { stockBuffer: { default: 2 } });
    const c = await aShopWith(8, { stockBuffer: { default: 1, variants: { 'V-1': 9, 'V-2': 0 } } });
    await recalculate();
    expect([await row(a), await row(b), await row(c)]).toMatchObject([{ target: 3 }, null, { target: 3 }]);

    await world.db.shop.update({ where: { id: c }, data: { stockBuffer: { default: 1 } } });
    const context = world.context();
    await shopRecalculator({ wakeWriter: () => undefined, syncIntervalMs: SYNC_INTERVAL_MS })(context, {
      payload: { shopId: c },
      now: Date.now(),
      correlation: 'C-1',
    });
    expect([await row(a), await row(b)]).toMatchObject([{ target: 10 }, { target: 7 }]);
  });

  it("leave a shop's own sales of what it keeps back to the shop", async () => {
    const [a, b] = [await aShopWith(0), await aShopWith(3, { stockBuffer: { default: 2 } })];
    await recalculate();
    const soldAll = anEvent(b, {
      variant_id: 'V-1',
      location_id: '1001',
      quantity: 0,
      changed_at: minute(1),
    });
    expect(await world.handle([soldAll])).toEqual(['accepted']);
    expect((await world.variant(b, 'V-1')).onHand).toBe(0n);
    await recalculate();
    expect(await row(a)).toMatchObject({ target: 0 });
  });

  it('that did not change are not touched, and a first 0 needs no row', async () => {
    const [a, b] = [await aShopWith(3), await aShopWith(0)];
    await recalculate();
    await inSync(b);
    expect(await recalculate()).toEqual(new Set());
    expect(await row(a)).toBeNull();
    expect(await row(b)).toMatchObject({ state: 'in_step' });
  });

  it('that return to what the store shows need no write', async () => {
    const [a, b] = [await aShopWith(0), await aShopWith(5)];
    await recalculate();
    await inSync(a);
    await world.db.variant.updateMany({ where: { shopId: b }, data: { onHand: 4 } });
    expect(await recalculate()).toEqual(new Set([a]));
    await world.db.variant.updateMany({ where: { shopId: b }, data: { onHand: 5 } });
    expect(await recalculate()).toEqual(new Set());
    expect(await row(a)).toMatchObject({ target: 5, state: 'in_step', outOfSyncSince: null });
  });

  it('whose write failed stay due: the store may show anything', async () => {
    const [a, b] = [await aShopWith(0), await aShopWith(5)];
    await recalculate();
    const nextAttemptAt = new Date(Date.now() + 30_000);
    await world.db.networkQuantity.updateMany({ data: { reported: 4, failures: 1, nextAttemptAt } });
    await world.db.variant.updateMany({ where: { shopId: b }, data: { onHand: 4 } });
    await recalculate();
    expect(await row(a)).toMatchObject({ target: 4, state: 'due', nextAttemptAt });
  });

  it('of a retired variant are 0, and its stock counts for no shop', async () => {
    const [a, b] = [await aShopWith(3), await aShopWith(5)];
    await recalculate();
    await world.db.variant.updateMany({ where: { shopId: b }, data: { state: 'retired' } });
    await recalculate();
    expect([await row(a), await row(b)]).toMatchObject([{ target: 0 }, { target: 0 }]);
  });

  it.each([
    ['a draining shop', { orders: 'draining' as const }],
    ['a shop with orders off', { orders: 'off' as const }],
    ['a shop switched off', { orders: 'off' as const, inventory: 'off' as const }],
  ])('of %s are 0', async (_name, capabilities) => {
    const [a, b] = [await aShopWith(0), await aShopWith(5)];
    await recalculate();
    await world.db.shop.update({ where: { id: a }, data: capabilities });
    await recalculate();
    expect([await row(a), await row(b)]).toMatchObject([{ target: 0, state: 'due' }, null]);
  });

  it('an older calculation never overwrites a newer one', async () => {
    const [a, b] = [await aShopWith(0), await aShopWith(5)];
    let newer: Promise<unknown> = Promise.resolve();
    await world.transact((tx) =>
      recalculateArticles(
        atStatement(tx, /INSERT INTO network_quantity/, async () => {
          await world.db.variant.updateMany({ where: { shopId: b }, data: { onHand: 2 } });
          newer = recalculate();
          await waitForLocks(world.db);
        }),
        changed([GTIN]),
        at(),
      ),
    );
    await newer;
    expect(await row(a)).toMatchObject({ target: 2 });
  });

  it("when a shop's sheet or catalogue changed: all its articles are recalculated, and unlinked variants get 0", async () => {
    const other = aGtin(900_002);
    const a = await aShopWith(0);
    await aVariant(world.db, { shopId: a, variantId: 'V-2', gtin: other, onHand: 2 });
    const b = await aShopWith(5);
    await aVariant(world.db, { shopId: b, variantId: 'V-9', gtin: other });
    await recalculate([GTIN, other]);
    await world.db.variant.updateMany({ where: { variantId: 'V-2' }, data: { state: 'retired' } });
    await world.db.variant.updateMany({ where: { shopId: a, variantId: 'V-1' }, data: { gtin: null } });
    await aVariant(world.db, { shopId: a, variantId: 'V-3', gtin: GTIN });
    const woken: number[] = [];
    const context = world.context();
    const wakeWriter = (shopIds: Iterable<number>) => void woken.push(...shopIds);
    await shopRecalculator({ wakeWriter, syncIntervalMs: SYNC_INTERVAL_MS })(context, {
      payload: { shopId: a },
      now: Date.now(),
      correlation: 'C-1',
    });
    expect(await world.networkQuantity(a, 'V-3')).toMatchObject({ target: 5 });
    expect(await world.networkQuantity(a, 'V-2')).toBeNull();
    expect(await world.networkQuantity(b, 'V-9')).toMatchObject({ target: 0 });
    expect(new Set(woken)).toEqual(new Set([a, b]));
    expect(await row(a)).toMatchObject({ target: 0, state: 'due' });
  });
});

describe('D10: what a store reports of HUB_Network', () => {
  async function aShopInSync() {
    const [a, b] = [await aShopWith(0), await aShopWith(5)];
    await recalculate();
    await inSync(a);
    return { a, b };
  }

  it('is always an echo, and kept', async () => {
    const { a } = await aShopInSync();
    expect(await world.handle([reportOf(a, 5, 1), reportOf(a, 4, 0)])).toEqual(['echo', 'echo']);
    expect(await row(a)).toMatchObject({ reported: 5, state: 'in_step' });
    expect((await world.variant(a, 'V-1')).onHand).toBe(0n);
  });

  it('is not replaced by a report of an earlier time, in any order of arrival', async () => {
    const { a } = await aShopInSync();
    await world.handle([reportOf(a, 4, 2)]);
    expect(await world.handle([reportOf(a, 5, 1)])).toEqual(['echo']);
    expect(await row(a)).toMatchObject({ reported: 4 });
  });

  it('of the same time as the latest counts: a store with whole seconds reports two in one', async () => {
    const { a } = await aShopInSync();
    await world.handle([reportOf(a, 4, 2)]);
    await world.handle([reportOf(a, 3, 2)]);
    expect(await row(a)).toMatchObject({ reported: 3 });
    await world.handle([reportOf(a, 6, 3), reportOf(a, 5, 3)]);
    expect(await row(a)).toMatchObject({ reported: 5 });
  });

  it.each([
    [-1, -1],
    [-2_147_483_649, -2_147_483_648],
    [9_000_000_000, 2_147_483_647],
  ])('is an echo whatever the integer, and 0 is written again: %d', async (quantity, reported) => {
    const a = await aShopWith(0);
    expect(await world.handle([reportOf(a, quantity, 1)])).toEqual(['echo']);
    expect(await row(a)).toMatchObject({
      target: 0,
      reported,
      state: 'due',
      nextAttemptAt: expect.any(Date),
    });
  });

  it('that differs from the target is written again: at the next sync cycle, not at once', async () => {
    const { a } = await aShopInSync();
    const before = Date.now();
    await world.handle([reportOf(a, 4, 1)]);
    const drifted = await row(a);
    expect(drifted).toMatchObject({ reported: 4, target: 5, state: 'due' });
    expect(drifted?.nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(before + SYNC_INTERVAL_MS - 1_000);
    expect(drifted?.outOfSyncSince).not.toBeNull();
  });

  it('of a sale whose order then lowers the target needs no write at all', async () => {
    const { a, b } = await aShopInSync();
    await world.handle([reportOf(a, 4, 1)]);
    await world.db.variant.updateMany({ where: { shopId: b }, data: { committed: 1 } });
    expect(await recalculate()).toEqual(new Set());
    expect(await row(a)).toMatchObject({ target: 4, state: 'in_step' });
  });

  it('does not delay a write that is due anyway', async () => {
    const { a, b } = await aShopInSync();
    await world.db.variant.updateMany({ where: { shopId: b }, data: { onHand: 9 } });
    await recalculate();
    await world.handle([reportOf(a, 4, 1)]);
    expect((await row(a))?.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('does not end a write that failed or is under way: that takes a matching receipt', async () => {
    const { a } = await aShopInSync();
    const states = [
      { failures: 2, state: 'due' as const },
      { failures: 0, state: 'writing' as const },
    ];
    for (const [index, state] of states.entries()) {
      const nextAttemptAt = new Date(Date.now() + 1_000);
      await world.db.networkQuantity.updateMany({ data: { ...state, nextAttemptAt } });
      await world.handle([reportOf(a, 5, index + 1)]);
      expect(await row(a)).toMatchObject({ ...state, reported: 5, nextAttemptAt });
    }
  });

  it('of a variant that never had a target is taken back to 0', async () => {
    const a = await aShopWith(0);
    await world.handle([reportOf(a, 3, 1)]);
    expect(await row(a)).toMatchObject({ target: 0, reported: 3, state: 'due' });
    await world.handle([reportOf(a, 0, 2)]);
    expect(await row(a)).toMatchObject({ target: 0, reported: 0, state: 'in_step' });
  });

  it('of a retired variant is an echo too: the last 0 was our own write', async () => {
    const { a } = await aShopInSync();
    await world.db.variant.updateMany({ where: { shopId: a }, data: { state: 'retired' } });
    expect(await world.handle([reportOf(a, 0, 1)])).toEqual(['echo']);
  });
});

describe('the sum', () => {
  it('follows the same rule as routing', async () => {
    await aShopWith(3);
    await aShopWith(5, { destinationCountries: ['DE'] });
    await aShopWith(7, { currency: 'SEK' });
    await aShopWith(11, { splitRate: null });
    await recalculate();
    const targets = await world.transact(async (tx) => {
      const facts = await readArticleFacts(tx, [GTIN], BigInt(Date.now()) * 1_000_000n);
      return [...facts.values()].flatMap(networkQuantities);
    });
    for (const one of targets) expect((await row(one.shopId))?.target ?? 0).toBe(one.target);
  });
});

describe('a calculation during which a catalogue run links a variant otherwise', () => {
  const other = aGtin(900_003);
  const relink = (shopId: number, gtin: string | null) =>
    world.db.variant.updateMany({ where: { shopId, variantId: 'V-1' }, data: { gtin } });
  /** A calculation that has read its facts when something else happens. */
  const recalculateWhile = (happens: () => Promise<void>) =>
    world.transact((tx) =>
      recalculateArticles(atStatement(tx, /INSERT INTO network_quantity/, happens), changed([GTIN]), at()),
    );

  it('unlinked: its quantity is 0 and stays so', async () => {
    const seller = await aShopWith(0);
    await aShopWith(5);

    await recalculateWhile(async () => {
      await relink(seller, null);
      const context = world.context();
      const input = { payload: { shopId: seller }, now: Date.now(), correlation: 'C-1' };
      await shopRecalculator({ wakeWriter: () => undefined, syncIntervalMs: SYNC_INTERVAL_MS })(
        context,
        input,
      );
    });
    await recalculate();

    expect((await row(seller))?.target ?? 0).toBe(0);
  });

  it('linked to another article: the quantity of that article stays', async () => {
    const seller = await aShopWith(0);
    const shipper = await aShopWith(5);
    await aVariant(world.db, { shopId: shipper, variantId: 'V-2', gtin: other, onHand: 1 });

    await recalculateWhile(async () => {
      await relink(seller, other);
      await recalculate([other]);
    });
    await recalculate();

    expect(await row(seller)).toMatchObject({ target: 1 });
  });
});
