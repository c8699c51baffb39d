import { inTransaction } from '@hub/database';
import {
  applyStockReport,
  blockReservations,
  networkQuantities,
  readArticleFacts,
  releaseReservations,
  reserve,
  reserveAgain,
} from '@hub/stock';
import { aShippingOrder, aVariant, waitForLocks } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CatalogueWorld, inventory, storeOf, wireProduct, wireVariant } from './catalogue-world';

const NOW_NS = () => BigInt(Date.now()) * 1_000_000n;

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

/** A shop that has an order of three pieces, whose catalogue then lists five under another variant id, V-2. */
async function aRecreatedVariant() {
  const shop = await world.shop({ stockDeductedAt: 'shipment' });
  const order = await aShippingOrder(world.db, { shippingShop: shop, quantities: [3] });
  const [line] = order.lines;
  if (!line) throw new Error('the order has a line');
  const first = line.variantId;
  const { gtin = null } = (await world.variant(shop.id, first)) ?? {};
  if (gtin === null) throw new Error('the variant is linked');
  const listed = (id: string) =>
    wireVariant(id, { barcode: gtin, inventory: inventory({ 1001: 5, 1002: 0, 9000: 0 }) });
  const list = (...ids: string[]) =>
    world.pull(
      shop.id,
      storeOf([
        wireProduct(
          'P-1',
          ids.map((id) => listed(id)),
        ),
      ]),
    );
  const committed = async () => [
    Number((await world.variant(shop.id, first))?.committed),
    Number((await world.variant(shop.id, 'V-2'))?.committed),
  ];
  const atV2 = { shopId: shop.id, variantId: 'V-2' };
  const report = (decrease: number) =>
    inTransaction(world.db, (tx) => applyStockReport(tx, [{ ...atV2, decrease, changedAtNs: NOW_NS() }]));
  return { shop, first, gtin, line, list, listed, committed, report, atV2 };
}

describe('D14: reservations and blocks belong to shop and article', () => {
  it('those of a retired variant count against the active one: no piece is promised twice', async () => {
    const { shop, gtin, line, list, committed, atV2 } = await aRecreatedVariant();
    await list('V-2');
    expect(await committed()).toEqual([0, 3]);
    const buyer = await world.shop({ firstCatalogueAt: new Date(0) });
    await aVariant(world.db, { shopId: buyer.id, gtin });
    const facts = (await readArticleFacts(world.db, [gtin], NOW_NS())).get(gtin);
    const targets = networkQuantities(facts ?? { gtin, variants: [] });
    expect(targets.find(({ shopId }) => shopId === buyer.id)).toMatchObject({ target: 2 });
    const another = await aShippingOrder(world.db, { shippingShop: shop });
    const lineId = another.lines[0]?.id ?? '';
    const requests = [{ ...atV2, shippingOrderLineId: lineId, quantity: 3 }];
    expect(await inTransaction(world.db, (tx) => reserve(tx, requests))).toMatchObject({ reserved: false });
    expect(await world.db.shippingOrderLine.findUniqueOrThrow({ where: { id: line.id } })).toMatchObject({
      variantId: line.variantId,
    });
  });

  it("the active variant's reports consume them", async () => {
    const { line, list, committed, report } = await aRecreatedVariant();
    await list('V-2');
    await world.db.shippingOrderLine.update({ where: { id: line.id }, data: { packaged: 2 } });
    await report(2);
    expect(await committed()).toEqual([0, 1]);
  });

  it('its first figure lifts a block', async () => {
    const { line, list, committed } = await aRecreatedVariant();
    await inTransaction(world.db, (tx) =>
      blockReservations(tx, { shippingOrderLineIds: [line.id], atNs: NOW_NS() }),
    );
    await list('V-2');
    expect(await committed()).toEqual([0, 0]);
  });

  it('a stop releases them at the active variant', async () => {
    const { gtin, line, list, committed } = await aRecreatedVariant();
    await list('V-2');
    expect(await inTransaction(world.db, (tx) => releaseReservations(tx, [line.id]))).toEqual([gtin]);
    expect(await committed()).toEqual([0, 0]);
  });

  it('they return to their own variant once it is active again', async () => {
    const { first, list, committed } = await aRecreatedVariant();
    await list('V-2');
    await list(first);
    expect(await committed()).toEqual([3, 0]);
  });

  it('an order that is placed again takes what is free of the active variant', async () => {
    const { shop, first, line, list, committed } = await aRecreatedVariant();
    await list('V-2');
    await inTransaction(world.db, (tx) => releaseReservations(tx, [line.id]));
    const again = [{ shopId: shop.id, variantId: first, shippingOrderLineId: line.id, quantity: 3 }];
    expect(await inTransaction(world.db, (tx) => reserveAgain(tx, again))).toMatchObject({ reserved: true });
    expect(await committed()).toEqual([0, 3]);
  });

  it('a release that waits for the run finds them at the active variant', async () => {
    const { shop, line, listed, committed } = await aRecreatedVariant();
    let released: Promise<string[]> = Promise.resolve([]);
    await world.pull(shop.id, storeOf([wireProduct('P-1', [listed('V-2')])]), {
      async reached(point) {
        if (point !== 'variants locked') return;
        released = inTransaction(world.db, (tx) => releaseReservations(tx, [line.id]));
        await waitForLocks(world.db);
      },
    });
    await released;
    expect(await committed()).toEqual([0, 0]);
    expect(await world.db.reservation.count({ where: { shopId: shop.id, remaining: { gt: 0 } } })).toBe(0);
  });
});
