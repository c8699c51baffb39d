import { aHold, aShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { watchOutOfSync } from '../src/quantity/watch-out-of-sync';
import { watchSwitchedOff } from '../src/quantity/watch-switched-off';
import { StockWorld } from './stock-world';

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(() => world.clear());
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const watch = () => world.transact(watchOutOfSync);
const alerts = () => world.db.alert.findMany({ where: { kind: 'stock_out_of_step' } });

async function aShopOutOfSync(minutes: number, overrides: Parameters<typeof aShop>[1] = {}) {
  const { id, slug } = await aShop(world.db, overrides);
  const outOfSyncSince = new Date(Date.now() - minutes * MINUTE_MS);
  for (const variantId of ['V-1', 'V-2'])
    await world.db.networkQuantity.create({
      data: { shopId: id, variantId, target: 7, state: 'due', outOfSyncSince },
    });
  return { id, slug };
}

describe('a store that shows other quantities than the target', () => {
  it('is reported to support after 15 minutes: one alert per shop, however often it is seen', async () => {
    const late = await aShopOutOfSync(16);
    await aShopOutOfSync(14);
    await watch();
    await watch();
    expect(await alerts()).toMatchObject([
      { shopId: late.id, subject: `shop:${late.slug}`, state: 'open', count: 1, detail: { variants: 2 } },
    ]);
  });

  it('is no longer reported when it is in sync again', async () => {
    const { id } = await aShopOutOfSync(16);
    await watch();
    await world.db.networkQuantity.updateMany({
      where: { shopId: id },
      data: { state: 'in_step', outOfSyncSince: null },
    });
    await watch();
    expect(await alerts()).toMatchObject([{ state: 'resolved' }]);
  });

  it('is not reported while its calls are held, nor where its inventory is off', async () => {
    const held = await aShopOutOfSync(16);
    await aHold(world.db, { shopId: held.id });
    await aShopOutOfSync(16, { capabilities: { inventory: 'off', orders: 'off' } });
    await watch();
    expect(await alerts()).toEqual([]);
  });
});

describe('D16: a shop that is switched off', () => {
  const notZeroed = () => world.db.alert.findMany({ where: { kind: 'stock_not_zeroed' } });
  const look = () => world.transact(watchSwitchedOff);

  async function aShopSwitchedOff(minutes: number) {
    const shop = await aShopOutOfSync(minutes, { capabilities: { inventory: 'off', orders: 'off' } });
    await world.db.networkQuantity.updateMany({ data: { target: 0, reported: 7 } });
    await look();
    const inventoryOffSince = new Date(Date.now() - minutes * MINUTE_MS);
    await world.db.shop.update({ where: { id: shop.id }, data: { inventoryOffSince } });
    return shop;
  }

  it('is reported with what its store may still show, once its zeros were not accepted for ten minutes', async () => {
    const shop = await aShopSwitchedOff(11);
    await look();
    await look();
    expect(await notZeroed()).toMatchObject([
      {
        shopId: shop.id,
        subject: `shop:${shop.slug}`,
        state: 'open',
        count: 1,
        detail: { variants: 2, variant_ids: ['V-1', 'V-2'] },
      },
    ]);
    await watch();
    expect(await alerts()).toEqual([]);
  });

  it('is not reported before that', async () => {
    await aShopSwitchedOff(9);
    await look();
    expect(await notZeroed()).toEqual([]);
  });

  it.each([
    ['its store shows 0', () => world.db.networkQuantity.updateMany({ data: { state: 'in_step' } })],
    ['it is switched on again', () => world.db.shop.updateMany({ data: { inventory: 'live' } })],
  ])('is no longer reported once %s', async (_, change) => {
    await aShopSwitchedOff(11);
    await look();
    await change();
    await look();
    expect(await notZeroed()).toMatchObject([{ state: 'resolved' }]);
  });

  it('is not reported again once support has resolved it', async () => {
    await aShopSwitchedOff(11);
    await look();
    await world.db.alert.updateMany({ data: { state: 'resolved' } });
    await look();
    expect(await notZeroed()).toMatchObject([{ state: 'resolved', count: 1 }]);
  });

  it('has ten minutes again where it was on in between', async () => {
    await aShopSwitchedOff(11);
    await world.db.shop.updateMany({ data: { inventory: 'live' } });
    await look();
    await world.db.shop.updateMany({ data: { inventory: 'off' } });
    await look();
    expect(await notZeroed()).toEqual([]);
  });
});
