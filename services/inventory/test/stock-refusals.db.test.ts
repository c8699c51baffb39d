import { aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { requestRuns, watchRefusals } from '../src/stock/watch-refusals';
import { anEvent, minute, StockWorld } from './stock-world';

let world: StockWorld;
let shop: Awaited<ReturnType<typeof aShop>>;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await world.clear();
  await world.db.stockRefusal.deleteMany();
  await world.db.catalogueRun.deleteMany();
  shop = await aShop(world.db, { locations: [{ locationId: '1001' }, { locationId: '1002' }] });
  for (const variantId of ['V-1', 'V-2']) await aVariant(world.db, { shopId: shop.id, variantId, onHand: 8 });
  for (const variantId of ['V-1', 'V-2']) await world.handle([event(variantId, 8, 1)]);
});
afterAll(() => world.close());

const event = (variant_id: string, quantity: number, minutes: number, location_id = '1001') =>
  anEvent(shop.id, { variant_id, location_id, quantity, changed_at: minute(minutes) });
const watch = () => world.transact(watchRefusals);
const request = () => world.transact(requestRuns);
const alerts = () =>
  world.db.alert.findMany({ where: { kind: 'stock_event_refused' }, orderBy: { subject: 'asc' } });
const open = async () => (await alerts()).filter(({ state }) => state !== 'resolved');
const anHourAgo = () => new Date(Date.now() - 3_600_001);

describe('D10: a refused stock event', () => {
  it('is one case for a shop and code, however many events and variants, and says which', async () => {
    const conflicts = [event('V-1', 7, 1), event('V-2', 6, 1), event('V-1', 5, 1)];
    expect(await world.handle(conflicts)).toEqual(Array(3).fill('timestamp_conflict'));
    expect(await world.handle([event('V-1', 7, 2, '7777')])).toEqual(['unknown_location']);
    await watch();
    await watch();
    const { slug } = shop;
    expect(await alerts()).toMatchObject([
      { subject: `shop:${slug}/timestamp_conflict`, count: 1, detail: { variant_ids: ['V-1', 'V-2'] } },
      { subject: `shop:${slug}/unknown_location`, count: 1, detail: { variant_ids: ['V-1'] } },
    ]);
  });

  it('stays one until a later event of the place is accepted for every variant that it names', async () => {
    await world.handle([event('V-1', 7, 1), event('V-2', 7, 1)]);
    await watch();
    await world.handle([event('V-1', 7, 2), event('V-2', 7, 2, '1002')]);
    await watch();
    expect(await open()).toHaveLength(1);
    await world.handle([event('V-2', 9, 1), event('V-2', 9, 2)]);
    await watch();
    expect(await open()).toEqual([]);
  });

  it('at no location of the shop is covered by an event of any', async () => {
    await world.handle([event('V-1', 7, 2, '7777'), event('V-1', 7, 2)]);
    expect(await world.db.stockRefusal.count()).toBe(0);
  });

  it('of an unknown variant, stale or a duplicate is none', async () => {
    await world.handle([event('V-?', 7, 2), event('V-1', 7, 0), event('V-1', 8, 1)]);
    expect(await world.db.stockRefusal.count()).toBe(0);
  });

  it('that an agent resolved opens no case again until another is refused', async () => {
    await world.handle([event('V-1', 7, 1)]);
    await watch();
    await world.db.alert.updateMany({ data: { state: 'resolved' } });
    await watch();
    expect(await open()).toEqual([]);
    await world.handle([event('V-1', 6, 1)]);
    await watch();
    expect(await open()).toHaveLength(1);
  });

  it('requests a catalogue run, at most one an hour for a shop', async () => {
    await world.takeCommands();
    await world.handle([event('V-1', 7, 1)]);
    expect(await request()).toBe(1);
    const [run] = await world.db.catalogueRun.findMany();
    expect(await world.takeCommands()).toMatchObject([
      { type: 'catalogue.pull', payload: { runId: run?.id } },
    ]);
    await world.db.catalogueRun.updateMany({ data: { state: 'refused' } });
    await world.handle([event('V-2', 7, 1)]);
    expect(await request()).toBe(0);
    await world.db.shop.updateMany({ data: { refusalsReadAt: anHourAgo() } });
    expect(await request()).toBe(1);
    await world.db.shop.updateMany({ data: { refusalsReadAt: anHourAgo() } });
    // That run is still open, and may be waiting for an agent.
    expect(await request()).toBe(0);
  });
});
