import { inTransaction, type Tx } from '@hub/database';
import { applySheet, parseSheet } from '@hub/shops';
import { aSheet, atStatement, aVariant, TEST_ENCRYPTION_KEY, waitForLocks } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anEvent, handleStockEvents, minute, outcomesOf, StockWorld } from './stock-world';

/** A shop's total is the stock at the locations on its sheet, however the sheet changes. */

const ENVIRONMENT = { NORDIC_BEARER_TOKEN: 'b', NORDIC_SIGNING_SECRET: 's' };
const BOTH = ['1001', '1002'];
const ONE = ['1001'];

let world: StockWorld;
let shopId: number;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await world.clear();
  await world.db.catalogueRun.deleteMany();
  await inTransaction(world.db, (tx) => apply(tx, BOTH));
  shopId = (await world.db.shop.findFirstOrThrow()).id;
  await aVariant(world.db, { shopId, variantId: 'V-1', onHand: 3 });
});
afterAll(() => world.close());

const LIVE = { products: 'live', inventory: 'live', orders: 'live', cancellation: 'live', returns: 'live' };
const OFF = { products: 'live', inventory: 'off', orders: 'off', cancellation: 'off', returns: 'off' };

async function apply(tx: Tx, locations: string[], capabilities = LIVE): Promise<void> {
  const sheet = aSheet({ locations: locations.map((location_id) => ({ location_id })), capabilities });
  const read = parseSheet(sheet, ENVIRONMENT, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join());
  const { kind } = await applySheet(tx, read.sheet, TEST_ENCRYPTION_KEY);
  if (kind === 'refused') throw new Error('refused');
}

const applied = (locations: string[], capabilities = LIVE) =>
  inTransaction(world.db, (tx) => apply(tx, locations, capabilities));
async function nothingKnown(): Promise<void> {
  await world.db.stockLevel.deleteMany();
  await world.db.variant.updateMany({ data: { onHand: 0 } });
}

const onHand = async () => Number((await world.variant(shopId, 'V-1')).onHand);
const tenAtSecond = () =>
  anEvent(shopId, { variant_id: 'V-1', location_id: '1002', quantity: 10, changed_at: minute(1) });

describe('a location that is taken off the sheet', () => {
  it.each([
    ['of a variant with stock elsewhere', 3],
    ['of one of which nothing was known yet', 0],
  ])('while an event of it is handled, %s: leaves nothing in the total', async (_, elsewhere) => {
    if (elsewhere === 0) await nothingKnown();
    let sheet: Promise<unknown> = Promise.resolve();
    const ends = await inTransaction(world.db, (tx) =>
      handleStockEvents(
        atStatement(tx, /INSERT INTO stock_level/, async () => {
          sheet = applied(ONE);
          await waitForLocks(world.db);
        }),
        [tenAtSecond()],
      ),
    );
    await sheet;

    expect(outcomesOf(ends)).toEqual(['accepted']);
    expect(await onHand()).toBe(elsewhere);
  });

  it('before an event of it is handled: the event is refused', async () => {
    await applied(ONE);

    expect(await world.handle([tenAtSecond()])).toEqual(['unknown_location']);
    expect(await onHand()).toBe(3);
  });
});

describe('D16: stock that a shop reported before an interruption', () => {
  const now = () => new Date().toISOString();
  const atSecond = (quantity: number, changed_at: string) =>
    anEvent(shopId, { variant_id: 'V-1', location_id: '1002', quantity, changed_at });

  it('at a location that is back does not count until an event newer than the change covers it', async () => {
    await world.handle([tenAtSecond()]);
    expect(await onHand()).toBe(13);
    await applied(ONE);
    await applied(BOTH);
    expect(await onHand()).toBe(3);

    expect(await world.handle([tenAtSecond(), atSecond(9, minute(2))])).toEqual(['duplicate', 'accepted']);
    expect(await onHand()).toBe(3);
    await applied(BOTH);
    expect(await world.handle([atSecond(8, now())])).toEqual(['accepted']);
    expect(await onHand()).toBe(11);
    await applied(BOTH);
    expect(await onHand()).toBe(11);
  });

  it('does not count while inventory is off, nor when it is live again, figure by figure', async () => {
    await world.handle([tenAtSecond()]);
    await applied(BOTH, OFF);
    expect(await onHand()).toBe(0);
    await world.handle([atSecond(7, now())]);
    expect(await onHand()).toBe(0);

    await applied(BOTH);
    expect(await onHand()).toBe(0);
    expect(await world.handle([atSecond(6, now())])).toEqual(['accepted']);
    expect(await onHand()).toBe(6);
    expect(await world.handle([atSecond(4, now())])).toEqual(['accepted']);
    expect(await onHand()).toBe(4);
  });

  it('the change requests a catalogue run, which begins once the sheet is in force', async () => {
    const runs = () => world.db.catalogueRun.findMany();
    await applied(BOTH, OFF);
    await applied(BOTH);
    // Its catalogue was never read: there is nothing that would not count.
    expect(await runs()).toEqual([]);
    await world.db.shop.updateMany({ data: { firstCatalogueAt: new Date() } });
    await applied(BOTH, OFF);
    expect(await runs()).toEqual([]);
    await applied(BOTH);
    const [run] = await runs();
    expect(run).toMatchObject({ state: 'queued', shopRevision: (await world.db.shop.findFirst())?.revision });
    expect(Number(run?.nextAttemptAt)).toBeGreaterThan(Number(run?.requestedAt) + 2_000);
    expect(await world.takeCommands()).toEqual([]);
  });
});
