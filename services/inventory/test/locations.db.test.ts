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
  await inTransaction(world.db, (tx) => apply(tx, BOTH));
  shopId = (await world.db.shop.findFirstOrThrow()).id;
  await aVariant(world.db, { shopId, variantId: 'V-1', onHand: 3 });
});
afterAll(() => world.close());

async function apply(tx: Tx, locations: string[]): Promise<void> {
  const sheet = aSheet({ locations: locations.map((location_id) => ({ location_id })) });
  const read = parseSheet(sheet, ENVIRONMENT, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join());
  const { kind } = await applySheet(tx, read.sheet, TEST_ENCRYPTION_KEY);
  if (kind === 'refused') throw new Error('refused');
}

const applied = (locations: string[]) => inTransaction(world.db, (tx) => apply(tx, locations));
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

describe('a location that is back on the sheet', () => {
  it('counts at once, with its last known stock; saving the same sheet again changes nothing', async () => {
    await world.handle([tenAtSecond()]);
    expect(await onHand()).toBe(13);
    await applied(ONE);
    expect(await onHand()).toBe(3);

    await applied(BOTH);
    expect(await onHand()).toBe(13);

    expect(await world.handle([tenAtSecond()])).toEqual(['duplicate']);
    expect(await onHand()).toBe(13);
  });
});
