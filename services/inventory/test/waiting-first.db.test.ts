import { readSupply } from '@hub/stock';
import { aGtin, aShop, aVariant, aWaitingLine, type WaitingLineOptions } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { shopRecalculator } from '../src/quantity/handle-recalculate-shop';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import { changed, StockWorld, SYNC_INTERVAL_MS } from './stock-world';

/** D16: waiting lines are served before stock is published, whatever brought it. */

const GTIN = aGtin(1);

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
  await aVariant(world.db, { shopId: seller, variantId: 'V-1', gtin: GTIN });
  await aVariant(world.db, { shopId: shipper, variantId: 'S-1', gtin: GTIN, onHand: 5 });
});
afterAll(() => world.close());

const at = () => ({ now: Date.now(), syncIntervalMs: SYNC_INTERVAL_MS });
const recalculate = () => world.transact((tx) => recalculateArticles(tx, changed([GTIN]), at()));
/** As in the message that is sent after the waiting lines were served. */
const recalculateServed = (offered: Awaited<ReturnType<typeof readSupply>>) =>
  world.transact((tx) => recalculateArticles(tx, [{ gtin: GTIN, correlation: 'C-1', offered }], at()));
const supply = () => readSupply(world.db, GTIN);
const shown = async () => (await world.networkQuantity(seller, 'V-1'))?.target ?? 0;
const setStock = (onHand: number) =>
  world.db.variant.update({
    where: { shopId_variantId: { shopId: shipper, variantId: 'S-1' } },
    data: { onHand },
  });
const wait = (options: Partial<WaitingLineOptions> = {}) =>
  aWaitingLine(world.db, { shopId: seller, variantId: 'V-1', ...options });
const served = async () =>
  (await world.takeCommands()).filter(({ type }) => type === 'article.serve-waiting');

describe('D16: a line waits for which there is enough stock', () => {
  it('is served before anything more is published', async () => {
    await wait({ quantity: 5 });

    await recalculate();

    expect(await served()).toEqual([
      { type: 'article.serve-waiting', payload: { gtin: GTIN }, correlation: 'C-1' },
    ]);
    expect(await shown()).toBe(0);
  });

  it('what is left after the line was served is published', async () => {
    await wait({ quantity: 5 });
    const offered = await supply();
    await recalculate();

    await recalculateServed(offered);

    expect(await shown()).toBe(5);
  });

  it('stock that came while the lines were served is not: it causes its own calculation', async () => {
    await wait({ quantity: 50 });
    const offered = await supply();
    await setStock(60);

    await recalculateServed(offered);
    expect(await shown()).toBe(5);

    await recalculate();
    expect(await served()).toHaveLength(1);
    expect(await shown()).toBe(5);
  });

  it('a decrease is published at once, and the rest of what was published stays', async () => {
    await recalculate();
    expect(await shown()).toBe(5);
    await wait({ quantity: 2 });

    await setStock(3);
    await recalculate();
    expect(await shown()).toBe(3);

    await setStock(9);
    await recalculate();
    expect(await shown()).toBe(3);
  });

  it('an offer that comes late takes nothing back', async () => {
    await recalculate();

    await recalculateServed([]);

    expect(await shown()).toBe(5);
  });

  it('also where it was only just linked to the article', async () => {
    await wait({ gtin: aGtin(2) });
    await wait({ gtin: null, waitingReason: 'not_linked' });

    await recalculate();

    expect(await served()).toHaveLength(1);
  });

  it('of all a shop’s articles, when its sheet or its catalogue changed', async () => {
    await wait();
    const context = world.context();
    const input = { payload: { shopId: shipper }, now: Date.now(), correlation: 'C-9' };

    await shopRecalculator({ wakeWriter: () => undefined, syncIntervalMs: SYNC_INTERVAL_MS })(context, input);

    expect(await served()).toMatchObject([{ payload: { gtin: GTIN }, correlation: 'C-9' }]);
    expect(await shown()).toBe(0);
  });
});

describe('D16: no line waits for the stock, so all of it is published', () => {
  it.each<[string, () => Partial<WaitingLineOptions>]>([
    ['it needs more than one shop has', () => ({ quantity: 6 })],
    ['no shop ships to its country', () => ({ destinationCountry: 'JP' })],
    ['the shop that has it is ruled out for it', () => ({ excludedShops: [shipper] })],
    ['it waits for a VAT rate', () => ({ waitingReason: 'no_consumer_vat' })],
    ['it is being decided', () => ({ waitingReason: null })],
    ['its order is held', () => ({ orderState: 'held' })],
  ])('%s', async (_, options) => {
    await wait(options());

    await recalculate();

    expect(await served()).toEqual([]);
    expect(await shown()).toBe(5);
  });

  it('its shop keeps the pieces back', async () => {
    await world.db.shop.update({ where: { id: shipper }, data: { stockBuffer: { default: 3 } } });
    await wait({ quantity: 3 });

    await recalculate();

    expect(await served()).toEqual([]);
    expect(await shown()).toBe(2);
  });

  it('its own shop has it', async () => {
    await aWaitingLine(world.db, { shopId: shipper, variantId: 'S-1' });

    await recalculate();

    expect(await served()).toEqual([]);
    expect(await shown()).toBe(5);
  });
});
