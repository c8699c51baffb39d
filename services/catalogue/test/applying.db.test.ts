import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction } from '@hub/database';
import { acceptWaitingCatalogueRun, requestCatalogueRun } from '@hub/shops';
import { aGtin } from '@hub/testing';
import { CatalogueWorld, inventory, storeOf, wireProduct, wireVariant } from './catalogue-world';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.outbox.deleteMany();
});

/** A store of one page with one product of these variants. */
const storeWith = (...variants: unknown[]) => storeOf([wireProduct('P-1', variants)]);
const stocked = (id: string, at1001: number, overrides: Record<string, unknown> = {}) =>
  wireVariant(id, { inventory: inventory({ 1001: at1001, 1002: 1, 9000: 0 }), ...overrides });

describe('an accepted run', () => {
  it('stores products and variants as they are, linked, with the stock of each own location', async () => {
    const shop = await world.shop();
    const before = await world.db.shop.findUniqueOrThrow({ where: { id: shop.id } });
    const full = {
      ...stocked('V-1', 4, { title: 'Blue', size: 'M', sku: 'S-1', barcode: '4006381333931' }),
    };
    const run = await world.pull(
      shop.id,
      storeOf([
        wireProduct('P-1', [full], {
          description: 'Warm',
          images: [{ url: 'https://a.example/1', alt: 'A' }],
        }),
      ]),
    );
    expect(run).toMatchObject({
      state: 'accepted',
      added: 1,
      changed: 0,
      unchanged: 0,
      linked: 1,
      unlinked: 0,
    });
    expect(await world.db.product.findMany({ where: { shopId: shop.id } })).toEqual([
      {
        shopId: shop.id,
        productId: 'P-1',
        title: 'Product P-1',
        brand: 'Nordic',
        description: 'Warm',
        images: [{ url: 'https://a.example/1', alt: 'A' }],
      },
    ]);
    expect(await world.variant(shop.id, 'V-1')).toEqual({
      shopId: shop.id,
      variantId: 'V-1',
      productId: 'P-1',
      title: 'Blue',
      size: 'M',
      sku: 'S-1',
      barcode: '4006381333931',
      gtin: '04006381333931',
      linkProblem: null,
      state: 'active',
      onHand: 5n,
      committed: 0n,
    });
    const levels = await world.db.stockLevel.findMany({
      where: { shopId: shop.id },
      orderBy: { locationId: 'asc' },
    });
    expect(levels.map(({ locationId, quantity, changedAt }) => [locationId, quantity, changedAt])).toEqual([
      ['1001', 4, null],
      ['1002', 1, null],
    ]);
    const after = await world.db.shop.findUniqueOrThrow({ where: { id: shop.id } });
    expect(after.firstCatalogueAt).not.toBeNull();
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  it('counts what is new, changed, unchanged, retired and back', async () => {
    const shop = await world.shop();
    const counts = async (...pages: unknown[][]) => {
      const { added, changed, unchanged, retired, reactivated } = await world.pull(
        shop.id,
        storeOf(...pages),
      );
      return { added, changed, unchanged, retired, reactivated };
    };
    const nothing = { added: 0, changed: 0, unchanged: 0, retired: 0, reactivated: 0 };
    const other = wireProduct('P-2', [stocked('V-9', 1)]);
    const all = [stocked('V-1', 1), stocked('V-2', 1), stocked('V-3', 1)];
    expect(await counts([wireProduct('P-1', all)], [other])).toEqual({ ...nothing, added: 4 });
    expect(await counts([wireProduct('P-1', all)], [other])).toEqual({ ...nothing, unchanged: 4 });

    const edited = [stocked('V-1', 2), stocked('V-2', 1, { size: 'XL' }), stocked('V-3', 1)];
    expect(await counts([wireProduct('P-1', edited)], [other])).toEqual({
      ...nothing,
      changed: 2,
      unchanged: 2,
    });
    // A product's texts belong to its variants too.
    expect(await counts([wireProduct('P-1', edited, { title: 'New' })], [other])).toEqual({
      ...nothing,
      changed: 3,
      unchanged: 1,
    });
    expect(await counts([other])).toEqual({ ...nothing, retired: 3, unchanged: 1 });
    expect(await counts([wireProduct('P-1', [stocked('V-2', 7), stocked('V-4', 1)])], [other])).toEqual({
      ...nothing,
      reactivated: 1,
      added: 1,
      unchanged: 1,
    });
    expect(await world.variant(shop.id, 'V-2')).toMatchObject({ state: 'active', onHand: 8n });
  });

  it('retires a variant that is left out: its article and texts stay, because orders name it', async () => {
    const shop = await world.shop();
    const gtin = aGtin(501);
    await world.pull(shop.id, storeWith(stocked('V-1', 3, { barcode: gtin }), stocked('V-2', 1)));
    await world.takeByType();
    const run = await world.pull(shop.id, storeWith(stocked('V-2', 1)));
    expect(run).toMatchObject({ retired: 1, unchanged: 1, linked: 0, unlinked: 1 });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ state: 'retired', gtin, onHand: 4n });
    expect(await world.takeByType()).toEqual({ 'network-quantity.recalculate': [{ gtin }] });
  });
});

describe('linking by barcode (D14)', () => {
  it('lists what could not be linked, and why', async () => {
    const shop = await world.shop();
    const run = await world.pull(
      shop.id,
      storeWith(
        stocked('V-1', 1, { barcode: aGtin(511) }),
        stocked('V-2', 1),
        stocked('V-3', 1, { barcode: '12345' }),
        stocked('V-4', 1, { barcode: '012345678905' }),
        stocked('V-5', 1, { barcode: '0012345678905' }),
      ),
    );
    expect(run).toMatchObject({
      state: 'accepted',
      linked: 1,
      unlinked: 4,
      invalidBarcodes: 1,
      duplicateBarcodes: 2,
    });
    const variants = await world.db.variant.findMany({
      where: { shopId: shop.id },
      orderBy: { variantId: 'asc' },
    });
    expect(variants.map(({ gtin, linkProblem }) => [gtin, linkProblem])).toEqual([
      [aGtin(511), null],
      [null, 'missing_barcode'],
      [null, 'invalid_barcode'],
      [null, 'duplicate_barcode'],
      [null, 'duplicate_barcode'],
    ]);
  });

  it('a twin that appears leaves the other one its link, and gets the article once that one goes', async () => {
    const shop = await world.shop();
    const barcode = aGtin(521);
    const one = wireProduct('P-1', [stocked('V-1', 1, { barcode })]);
    const twin = wireProduct('P-2', [stocked('V-2', 1, { barcode })]);
    const links = async () =>
      (
        await world.db.variant.findMany({
          where: { shopId: shop.id, state: 'active' },
          orderBy: { variantId: 'asc' },
        })
      ).map(({ gtin }) => gtin);
    await world.pull(shop.id, storeOf([one]));
    expect(await links()).toEqual([barcode]);
    expect(await world.pull(shop.id, storeOf([one], [twin]))).toMatchObject({
      added: 1,
      changed: 0,
      linked: 1,
    });
    expect(await links()).toEqual([barcode, null]);
    await world.takeByType();

    // Left out: a retired variant is no twin any more.
    expect(await world.pull(shop.id, storeOf([twin]))).toMatchObject({ retired: 1, changed: 1, linked: 1 });
    expect(await links()).toEqual([barcode]);
    expect(await world.takeByType()).toEqual({ 'network-quantity.recalculate': [{ gtin: barcode }] });
  });

  it('twins that change only in their texts stay unlinked', async () => {
    const shop = await world.shop();
    const barcode = aGtin(531);
    const twins = (sku: string) =>
      storeWith(stocked('V-1', 1, { barcode, sku }), stocked('V-2', 1, { barcode }));
    await world.pull(shop.id, twins('S-1'));
    expect(await world.pull(shop.id, twins('S-2'))).toMatchObject({
      changed: 1,
      unchanged: 1,
      linked: 0,
      unlinked: 2,
    });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({
      sku: 'S-2',
      gtin: null,
      linkProblem: 'duplicate_barcode',
    });
  });

  it('a new barcode touches the article it leaves and the one it joins', async () => {
    const shop = await world.shop();
    await world.pull(shop.id, storeWith(stocked('V-1', 1, { barcode: aGtin(541) })));
    await world.takeByType();
    await world.pull(shop.id, storeWith(stocked('V-1', 1, { barcode: aGtin(542) })));
    expect(await world.takeByType()).toEqual({
      'network-quantity.recalculate': [{ gtin: aGtin(541) }, { gtin: aGtin(542) }],
    });
  });
});

describe('what follows an accepted run', () => {
  it('articles whose stock changed are recalculated, and nothing where nothing changed', async () => {
    const shop = await world.shop();
    const barcodes = [aGtin(551), aGtin(552)];
    const store = (first: number) =>
      storeWith(stocked('V-1', first, { barcode: barcodes[0] }), stocked('V-2', 1, { barcode: barcodes[1] }));
    await world.pull(shop.id, store(1));
    expect(await world.takeByType()).toEqual({
      'network-quantity.recalculate': barcodes.map((gtin) => ({ gtin })),
    });
    await world.pull(shop.id, store(2));
    expect(await world.takeByType()).toEqual({ 'network-quantity.recalculate': [{ gtin: barcodes[0] }] });
    await world.pull(shop.id, store(2));
    expect(await world.takeByType()).toEqual({});
  });

  it("more than a thousand articles are recalculated with the shop's, those it no longer has one by one", async () => {
    const shop = await world.shop();
    const variants = (from: number) =>
      Array.from({ length: 1_001 }, (_, index) => stocked(`V-${index}`, 1, { barcode: aGtin(from + index) }));
    await world.pull(shop.id, storeWith(...variants(10_000)));
    expect(await world.takeByType()).toEqual({
      'network-quantity.recalculate-shop': [{ shopId: shop.id }],
    });
    await world.pull(shop.id, storeWith(...variants(20_000)));
    const commands = await world.takeByType();
    expect(commands['network-quantity.recalculate-shop']).toEqual([{ shopId: shop.id }]);
    expect(commands['network-quantity.recalculate']).toHaveLength(1_001);
    expect(commands['network-quantity.recalculate']).toContainEqual({ gtin: aGtin(10_000) });
  });

  it('a variant with a network quantity that lost its article is recalculated with the shop', async () => {
    const shop = await world.shop();
    await world.pull(shop.id, storeWith(stocked('V-1', 1, { barcode: aGtin(561) })));
    await world.takeByType();
    await world.db.networkQuantity.create({ data: { shopId: shop.id, variantId: 'V-1', target: 3 } });
    await world.pull(shop.id, storeWith(stocked('V-1', 1)));
    expect(await world.takeByType()).toEqual({
      'network-quantity.recalculate-shop': [{ shopId: shop.id }],
      'network-quantity.recalculate': [{ gtin: aGtin(561) }],
    });
  });
});

describe('stock of a run (D14, D17)', () => {
  it('a total that is not the sum of the locations is corrected, and is no stock report', async () => {
    // Given a total with pieces of a removed location, and a reservation that a decrease would consume
    const shop = await world.shop();
    const store = storeWith(stocked('V-1', 5, { barcode: aGtin(581) }));
    await world.pull(shop.id, store);
    const variant = { shopId: shop.id, variantId: 'V-1' };
    await world.db.variant.updateMany({ where: variant, data: { onHand: 16 } });
    await reserve(variant, 2);
    await world.takeByType();

    await world.pull(shop.id, store);

    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ onHand: 6n, committed: 2n });
    expect(await world.takeByType()).toEqual({
      'network-quantity.recalculate': [{ gtin: aGtin(581) }],
    });
  });

  it('D10: below 0 at one location counts as 0, and is kept as listed', async () => {
    const shop = await world.shop();
    const backOrdered = wireVariant('V-1', { inventory: inventory({ 1001: -3, 1002: 5, 9000: 0 }) });
    expect(await world.pull(shop.id, storeWith(backOrdered))).toMatchObject({ state: 'accepted' });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ onHand: 5n });
    const where = { shopId: shop.id, locationId: '1001' };
    expect(await world.db.stockLevel.findFirst({ where })).toMatchObject({ quantity: -3 });
    expect(await world.pull(shop.id, storeWith(backOrdered))).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('D10: covers the refused events that it was read after', async () => {
    const shop = await world.shop();
    const refusal = { shopId: shop.id, code: 'timestamp_conflict', locationId: '1001' };
    const later = new Date(Date.now() + 60_000);
    await world.db.stockRefusal.createMany({
      data: [
        { ...refusal, variantId: 'V-1' },
        { ...refusal, variantId: 'V-GONE' },
        { ...refusal, variantId: '', code: 'invalid_request' },
        { ...refusal, variantId: 'V-2', refusedAt: later },
      ],
    });
    await world.pull(shop.id, storeWith(stocked('V-1', 1), stocked('V-2', 1)));
    expect(await world.db.stockRefusal.findMany()).toMatchObject([{ variantId: 'V-2' }]);
  });

  it('never moves the mark of changed_at', async () => {
    const shop = await world.shop();
    await world.pull(shop.id, storeWith(stocked('V-1', 3)));
    const where = { shopId_variantId_locationId: { shopId: shop.id, variantId: 'V-1', locationId: '1001' } };
    const receivedAt = new Date(Date.now() - 60_000);
    await world.db.stockLevel.update({
      where,
      data: { quantity: 8, changedAt: 42n, reportedQuantity: 8, receivedAt },
    });
    await world.pull(shop.id, storeWith(stocked('V-1', 5)));
    expect(await world.db.stockLevel.findUnique({ where })).toMatchObject({
      quantity: 5,
      changedAt: 42n,
      reportedQuantity: 8,
      receivedAt,
    });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ onHand: 6n });
  });

  it('is a stock report: the decrease consumes as much of the reservations, and no more', async () => {
    const shop = await world.shop();
    await world.pull(shop.id, storeWith(stocked('V-1', 9), stocked('V-2', 9)));
    for (const variantId of ['V-1', 'V-2']) {
      await reserve({ shopId: shop.id, variantId }, 5);
    }
    // The store took three of V-1 off its shelf for the order; of V-2 nothing yet.
    await world.pull(shop.id, storeWith(stocked('V-1', 6), stocked('V-2', 9)));
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ onHand: 7n, committed: 2n });
    expect(await world.variant(shop.id, 'V-2')).toMatchObject({ onHand: 10n, committed: 5n });
  });

  it('at HUB_Network is what the store shows: a difference is written at the next sync cycle (D10)', async () => {
    const shop = await world.shop();
    const shown = (quantities: Record<string, number>) =>
      storeWith(
        ...Object.entries(quantities).map(([id, quantity]) =>
          wireVariant(id, { inventory: inventory({ 1001: 1, 1002: 1, 9000: quantity }) }),
        ),
      );
    await world.pull(shop.id, shown({ same: 0, drifted: 0, writing: 0, later: 0, own: 0, right: 0 }));
    const past = new Date(Date.now() - 60_000);
    const row = { shopId: shop.id, target: 4, reported: 4, reportedAt: past, state: 'in_step' } as const;
    await world.db.networkQuantity.createMany({
      data: [
        { ...row, variantId: 'same' },
        { ...row, variantId: 'drifted' },
        { ...row, variantId: 'writing', state: 'writing' },
        { ...row, variantId: 'later', reportedAt: new Date(Date.now() + 60_000) },
        { ...row, variantId: 'right', reported: 2, state: 'due', nextAttemptAt: past, outOfSyncSince: past },
      ],
    });
    const now = Date.now();
    await world.pull(shop.id, shown({ same: 4, drifted: 0, writing: 0, later: 0, own: 7, right: 4 }), {
      clock: { now: () => now },
      syncIntervalMs: 60_000,
    });
    const rows = await world.db.networkQuantity.findMany({
      where: { shopId: shop.id },
      orderBy: { variantId: 'asc' },
    });
    expect(
      rows.map(({ variantId, target, reported, state, nextAttemptAt }) => ({
        variantId,
        target,
        reported,
        state,
        inMs: nextAttemptAt && nextAttemptAt.getTime() - now,
      })),
    ).toEqual([
      { variantId: 'drifted', target: 4, reported: 0, state: 'due', inMs: 60_000 },
      { variantId: 'later', target: 4, reported: 4, state: 'in_step', inMs: null },
      { variantId: 'own', target: 0, reported: 7, state: 'due', inMs: 60_000 },
      { variantId: 'right', target: 4, reported: 4, state: 'in_step', inMs: null },
      { variantId: 'same', target: 4, reported: 4, state: 'in_step', inMs: null },
      { variantId: 'writing', target: 4, reported: 4, state: 'writing', inMs: null },
    ]);
  });
});

describe('a run that would retire more than half of more than 100 variants', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => stocked(`V-${index}`, 1));
  async function aWaitingRun() {
    const shop = await world.shop();
    await world.pull(shop.id, storeWith(...many(101)));
    const run = await world.pull(shop.id, storeWith(...many(50)));
    expect(run).toMatchObject({ state: 'waiting', retired: 51, unchanged: 50, finishedAt: null });
    return { shop, run };
  }
  const activeIn = (shopId: number) => world.db.variant.count({ where: { shopId, state: 'active' } });

  it('waits, nothing applied, and support is alerted', async () => {
    const { shop, run } = await aWaitingRun();
    expect(await world.stagedRows(run.id)).toEqual([0, 1, 50]);
    expect(await activeIn(shop.id)).toBe(101);
    expect(await world.openAlerts(shop.id)).toMatchObject([
      { kind: 'catalogue_waiting', message: expect.stringContaining('51 variants') },
    ]);
  });

  it('is applied once it is accepted, without another reading', async () => {
    const { shop, run } = await aWaitingRun();
    const never = () => {
      throw new Error('the store is not asked again');
    };
    expect(await world.handle(run.id, never)).toMatchObject({ kind: 'ignored' });
    expect(await inTransaction(world.db, (tx) => acceptWaitingCatalogueRun(tx, shop.id))).toBe(run.id);
    expect(await world.carry(run.id, never)).toMatchObject({ state: 'accepted', retired: 51 });
    expect(await activeIn(shop.id)).toBe(50);
    expect(await world.openAlerts(shop.id)).toEqual([]);
    expect(await inTransaction(world.db, (tx) => acceptWaitingCatalogueRun(tx, shop.id))).toBeNull();
  });

  it('gives way to a newer one that is requested; not once it is accepted', async () => {
    const { shop, run } = await aWaitingRun();
    expect(await world.pull(shop.id, storeWith(...many(101)))).toMatchObject({
      state: 'accepted',
      unchanged: 101,
    });
    expect(await world.run(run.id)).toMatchObject({ state: 'failed', failure: 'a newer run was asked for' });
    expect(await world.stagedRows(run.id)).toEqual([0, 0, 0]);

    const other = await aWaitingRun();
    await inTransaction(world.db, (tx) => acceptWaitingCatalogueRun(tx, other.shop.id));
    expect(
      await inTransaction(world.db, (tx) => requestCatalogueRun(tx, { shopId: other.shop.id })),
    ).toMatchObject({ runId: other.run.id, begun: false });
  });

  it('is read again where the sheet has other locations by then', async () => {
    const { shop, run } = await aWaitingRun();
    await world.db.shopLocation.deleteMany({ where: { shopId: shop.id, locationId: '1002' } });
    await inTransaction(world.db, (tx) => acceptWaitingCatalogueRun(tx, shop.id));
    expect(await world.carry(run.id, storeWith(...many(50)))).toMatchObject({ state: 'refused' });
    expect((await world.faults(run.id))[0]).toContain('is not on the environment sheet');
    expect(await activeIn(shop.id)).toBe(101);
  });
});

/** Pieces for a shipping order that was placed just now. */
async function reserve(variant: { shopId: number; variantId: string }, quantity: number): Promise<void> {
  await world.db.variant.update({ where: { shopId_variantId: variant }, data: { committed: quantity } });
  const consumableFrom = BigInt(Date.now()) * 1_000_000n;
  const line = { id: randomUUID(), shippingOrderLineId: randomUUID() };
  await world.db.reservation.create({
    data: { ...variant, ...line, quantity, remaining: quantity, consumableFrom },
  });
}
