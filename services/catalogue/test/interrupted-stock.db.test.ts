import { inTransaction } from '@hub/database';
import { applySheet, parseSheet } from '@hub/shops';
import { aGtin, aSheet, TEST_ENCRYPTION_KEY } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { alertSupport, requestRuns } from '../src/sweeps/uncounted-stock';
import { wakeRuns } from '../src/sweeps/wake-runs';
import { CatalogueWorld, inventory, storeOf, wireProduct, wireVariant } from './catalogue-world';

/** D16: stock that a shop reported before an interruption does not count until a run requested after it is accepted. */

let world: CatalogueWorld;
let shopId: number;
beforeAll(async () => {
  world = await CatalogueWorld.open();
}, 60_000);
beforeEach(async () => {
  await world.db
    .$executeRaw`TRUNCATE shop, variant, product, stock_level, catalogue_run, alert, outbox CASCADE`;
  await apply('live');
  shopId = (await world.db.shop.findFirstOrThrow()).id;
  await world.pull(shopId, store(5, 4));
});
afterAll(() => world.close());

async function apply(state: string, locationIds = ['1001', '1002']): Promise<void> {
  const off = { products: 'live', inventory: state, orders: 'off', cancellation: 'off', returns: 'off' };
  const capabilities = state === 'live' ? { ...off, orders: 'live' } : off;
  const locations = locationIds.map((location_id) => ({ location_id }));
  const read = parseSheet(aSheet({ capabilities, locations }), ENV, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join());
  await inTransaction(world.db, (tx) => applySheet(tx, read.sheet, TEST_ENCRYPTION_KEY));
}
const ENV = { NORDIC_BEARER_TOKEN: 'b', NORDIC_SIGNING_SECRET: 's' };

function store(first: number, second: number) {
  const levels = inventory({ 1001: first, 1002: second, 9000: 0 });
  return storeOf([wireProduct('P-1', [wireVariant('V-1', { barcode: aGtin(4_711), inventory: levels })])]);
}

const onHand = async () => Number((await world.variant(shopId, 'V-1'))?.onHand);
const requested = () =>
  world.db.catalogueRun.findFirstOrThrow({
    where: { shopId, state: 'queued' },
    orderBy: { requestedAt: 'desc' },
  });
const earlier = (ms: number) => new Date(Date.now() - ms);
const request = () => inTransaction(world.db, requestRuns);
const waitsSince = (ms: number) =>
  world.db.shopLocation.updateMany({
    where: { uncountedSince: { not: null } },
    data: { uncountedSince: earlier(ms) },
  });

describe('stock from before an interruption', () => {
  it('counts again by the run that the change requested, though no figure has changed', async () => {
    expect(await onHand()).toBe(9);
    await apply('off');
    await apply('live');
    expect(await onHand()).toBe(0);
    await world.takeByType();

    await world.carry((await requested()).id, store(5, 4));

    expect(await onHand()).toBe(9);
    expect(await world.takeByType()).toEqual({ 'network-quantity.recalculate': [{ gtin: aGtin(4_711) }] });
    expect(await world.db.shopLocation.count({ where: { uncountedSince: { not: null } } })).toBe(0);
  });

  it('counts at the other locations meanwhile, if only one is back', async () => {
    await apply('live', ['1001']);
    await apply('live');
    expect(await onHand()).toBe(5);
    await world.carry((await requested()).id, store(5, 3));
    expect(await onHand()).toBe(8);
  });

  it('does not count by a run that was requested before the change', async () => {
    await apply('off');
    const early = await world.request(shopId);
    await apply('live');
    expect(await world.carry(early, store(6, 6))).toMatchObject({ state: 'accepted' });
    expect(await onHand()).toBe(0);

    await waitsSince(4_001);
    expect(await request()).toBe(1);
    await world.carry((await requested()).id, store(6, 6));
    expect(await onHand()).toBe(12);
  });

  it('of an event from before the change that arrives after the page does not outlast the run', async () => {
    await apply('off');
    await apply('live');
    const late = { quantity: 99, changedAt: 1n, receivedAt: new Date(Date.now() + 60_000) };
    await world.db.stockLevel.updateMany({ where: { shopId, locationId: '1002' }, data: late });
    await world.carry((await requested()).id, store(5, 4));
    expect(await onHand()).toBe(9);
  });

  it('a new variant of a catalogue read while inventory is off does not count either', async () => {
    await world.db.$executeRaw`TRUNCATE variant, product, stock_level`;
    await apply('off');
    await world.pull(shopId, store(5, 4));
    expect(await onHand()).toBe(0);
  });
});

describe('the run', () => {
  beforeEach(async () => {
    await apply('off');
    await apply('live');
  });

  it('begins by itself once the sheet is in force everywhere', async () => {
    const { id } = await requested();
    await world.takeCommands();
    const wake = (now: number) => inTransaction(world.db, (tx) => wakeRuns().run(tx, now));
    expect(await wake(Date.now() + 1_000)).toBe(0);
    expect(await wake(Date.now() + 6_000)).toBe(1);
    expect(await world.takeCommands()).toMatchObject([{ type: 'catalogue.pull', payload: { runId: id } }]);
  });

  it('is repeated until one is accepted, and not without pause', async () => {
    await waitsSince(60_000);
    expect(await request()).toBe(0);
    const { id } = await requested();
    await world.carry(id, () => ({ body: { products: [{}], next_cursor: null } }));
    expect(await request()).toBe(0);
    await world.db.catalogueRun.update({
      where: { id },
      data: { requestedAt: earlier(70_000), finishedAt: earlier(61_000) },
    });
    expect(await request()).toBe(1);
    await world.carry((await requested()).id, store(5, 4));
    expect(await request()).toBe(0);
    expect(await onHand()).toBe(9);
  });

  it('that is not accepted for an hour alerts support, until one is', async () => {
    const alerts = () => world.db.alert.findMany({ where: { kind: 'stock_not_counted' } });
    const watch = () => inTransaction(world.db, alertSupport);
    await watch();
    expect(await alerts()).toEqual([]);
    await waitsSince(3_600_001);
    await watch();
    await watch();
    expect(await alerts()).toMatchObject([{ shopId, state: 'open', count: 1 }]);
    await world.carry((await requested()).id, store(5, 4));
    await watch();
    expect(await alerts()).toMatchObject([{ state: 'resolved' }]);
  });
});
