import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction } from '@hub/database';
import { requestCatalogueRun } from '@hub/shops';
import { lockVariants, reserve } from '@hub/stock';
import { aGtin, eventually, waitForLocks } from '@hub/testing';
import {
  CatalogueWorld,
  inventory,
  storeOf,
  wireProduct,
  wireVariant,
  type StoreOfTest,
} from './catalogue-world';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

const stocked = (id: string, at1001: number) =>
  wireVariant(id, { barcode: aGtin(901), inventory: inventory({ 1001: at1001, 1002: 1, 9000: 0 }) });
const storeWith = (...variants: unknown[]) => storeOf([wireProduct('P-1', variants)]);

/** A shop with one variant, three pieces at 1001 and one at 1002. */
async function aShopWithV1() {
  const shop = await world.shop();
  await world.pull(shop.id, storeWith(stocked('V-1', 3)));
  return shop;
}

/** What `inventory.updated` does to stock: the variant's lock first, then the location and the total. */
function stockEvent(shopId: number, quantity: number, receivedAt = inASecond()): Promise<void> {
  return inTransaction(world.db, async (tx) => {
    const [variant] = await lockVariants(tx, [{ shopId, variantId: 'V-1' }]);
    const where = { shopId_variantId_locationId: { shopId, variantId: 'V-1', locationId: '1001' } };
    const level = await tx.stockLevel.findUniqueOrThrow({ where });
    await tx.stockLevel.update({
      where,
      data: { quantity, reportedQuantity: quantity, changedAt: 77n, receivedAt },
    });
    await tx.variant.update({
      where: { shopId_variantId: { shopId, variantId: 'V-1' } },
      data: { onHand: (variant?.onHand ?? 0n) + BigInt(quantity - level.quantity) },
    });
  });
}

/** Times are kept to the millisecond: certainly after a page that was requested before. */
const inASecond = () => new Date(Date.now() + 1_000);

/** Pieces at 1001, and of the variant in all. */
async function stockOf(shopId: number) {
  const level = await world.db.stockLevel.findFirst({ where: { shopId, locationId: '1001' } });
  const variant = await world.variant(shopId, 'V-1');
  return { at1001: level?.quantity, changedAt: level?.changedAt, total: variant?.onHand };
}

describe('two catalogue runs of one shop never overlap', () => {
  it('requested at the same moment they are one', async () => {
    const shop = await world.shop();
    const requests = await Promise.all(
      [1, 2, 3].map(() => inTransaction(world.db, (tx) => requestCatalogueRun(tx, { shopId: shop.id }))),
    );
    expect(new Set(requests.map(({ runId }) => runId)).size).toBe(1);
    expect(requests.filter(({ begun }) => begun)).toHaveLength(1);
  });

  it('a second message, while a page is being requested, skips the run', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    const pages = storeWith(stocked('V-1', 3));
    let second: unknown;
    const first = await world.handle(runId, async (cursor, call) => {
      second = await world.handle(runId, pages);
      return pages(cursor, call);
    });
    expect(second).toEqual({ kind: 'ignored', reason: 'another worker reads it' });
    expect(first).toEqual({ kind: 'done', outcome: 'read, 1 pages' });
  });

  it('a second message, while the run is being applied, finds it done', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    const store = storeWith(stocked('V-1', 3));
    await world.handle(runId, store);
    let second: Promise<unknown> = Promise.resolve();
    const first = await world.handle(runId, store, {
      async reached(point) {
        if (point !== 'changes found') return;
        second = world.handle(runId, store);
        await waitForLocks(world.db);
      },
    });
    expect(first).toEqual({ kind: 'done', outcome: 'accepted' });
    expect(await second).toMatchObject({ kind: 'ignored' });
    expect(await world.run(runId)).toMatchObject({ state: 'accepted', added: 1 });
  });
});

describe('a worker that died halfway', () => {
  it('leaves the old catalogue in force; after its lease another reads from the start, and its own late writes do not count', async () => {
    const shop = await aShopWithV1();
    const runId = await world.request(shop.id);
    const pages = storeOf(
      [wireProduct('P-1', [stocked('V-1', 9)])],
      [wireProduct('P-2', [wireVariant('V-2')])],
    );
    let answerLate: (page: Awaited<ReturnType<StoreOfTest>>) => void = () => undefined;
    const hanging: StoreOfTest = (cursor, call) =>
      cursor === undefined ? pages(cursor, call) : new Promise((resolve) => (answerLate = resolve));
    const dead = world.handle(runId, hanging);
    await eventually(async () => expect(await world.run(runId)).toMatchObject({ pages: 1 }));

    expect(await stockOf(shop.id)).toMatchObject({ at1001: 3, total: 4n });
    const later = { now: () => Date.now() + 10 * 60_000 };
    expect(await world.handle(runId, pages)).toEqual({ kind: 'ignored', reason: 'another worker reads it' });
    const run = await world.carry(runId, pages, { clock: later });
    expect(run).toMatchObject({
      state: 'accepted',
      pages: 2,
      products: 2,
      variants: 2,
      added: 1,
      changed: 1,
    });

    answerLate({ body: { products: [wireProduct('P-9', [wireVariant('V-9')])], next_cursor: null } });
    expect(await dead).toEqual({ kind: 'ignored', reason: 'another worker has taken the run over' });
    expect(await world.run(runId)).toMatchObject({ state: 'accepted', pages: 2 });
    expect(await world.stagedRows(runId)).toEqual([0, 0, 0]);
  });

  it('or was only slow: its page does not count while the other still reads', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    const pages = storeOf(
      [wireProduct('P-1', [wireVariant('V-1')])],
      [wireProduct('P-2', [wireVariant('V-2')])],
    );
    let answerLate: (page: Awaited<ReturnType<StoreOfTest>>) => void = () => undefined;
    const slow = world.handle(runId, () => new Promise((resolve) => (answerLate = resolve)));
    await eventually(async () => expect(await world.run(runId)).toMatchObject({ state: 'reading' }));

    let endOfSlow: unknown;
    const meanwhile: StoreOfTest = async (cursor, call) => {
      if (cursor === 'c1') {
        answerLate({ body: { products: [wireProduct('P-9', [wireVariant('V-9')])], next_cursor: null } });
        endOfSlow = await slow;
      }
      return pages(cursor, call);
    };
    const later = { now: () => Date.now() + 10 * 60_000 };
    expect(await world.carry(runId, meanwhile, { clock: later })).toMatchObject({
      state: 'accepted',
      pages: 2,
    });
    expect(endOfSlow).toEqual({ kind: 'ignored', reason: 'another worker has taken the run over' });
    expect(await world.variant(shop.id, 'V-9')).toBeNull();
  });

  it('while applying leaves nothing behind, and the next message applies the run', async () => {
    const shop = await aShopWithV1();
    const runId = await world.request(shop.id);
    const store = storeWith(stocked('V-1', 9), wireVariant('V-2'));
    await world.handle(runId, store);
    const dying = world.handle(runId, store, {
      reached: (point) =>
        point === 'variants locked' ? Promise.reject(new Error('killed')) : Promise.resolve(),
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await world.db.variant.count({ where: { shopId: shop.id } })).toBe(1);
    expect(await world.carry(runId, store)).toMatchObject({ state: 'accepted', added: 1, changed: 1 });
  });
});

describe('a run against stock events (D14)', () => {
  it('an event received before its page was requested: the page counts', async () => {
    const shop = await aShopWithV1();
    await stockEvent(shop.id, 8, new Date(Date.now() - 1_000));
    await world.pull(shop.id, storeWith(stocked('V-1', 5)));
    expect(await stockOf(shop.id)).toEqual({ at1001: 5, changedAt: 77n, total: 6n });
  });

  it('an event received while the page is in flight: the event counts', async () => {
    const shop = await aShopWithV1();
    const pages = storeWith(stocked('V-1', 5));
    await world.takeByType();
    const run = await world.pull(shop.id, async (cursor, call) => {
      await stockEvent(shop.id, 8);
      return pages(cursor, call);
    });
    expect(run).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await world.takeByType()).toEqual({});
    expect(await stockOf(shop.id)).toEqual({ at1001: 8, changedAt: 77n, total: 9n });
  });

  it('an event that commits after the run was compared, before its variants are locked: the event counts', async () => {
    const shop = await aShopWithV1();
    await world.pull(shop.id, storeWith(stocked('V-1', 5)), {
      reached: (point) => (point === 'changes found' ? stockEvent(shop.id, 8) : Promise.resolve()),
    });
    expect(await stockOf(shop.id)).toEqual({ at1001: 8, changedAt: 77n, total: 9n });
  });

  it('an event that arrives while the run holds its variants waits, then counts on top of it', async () => {
    const shop = await aShopWithV1();
    let event: Promise<void> = Promise.resolve();
    await world.pull(shop.id, storeWith(stocked('V-1', 5)), {
      async reached(point) {
        if (point !== 'variants locked') return;
        event = stockEvent(shop.id, 8);
        await waitForLocks(world.db);
      },
    });
    await event;
    expect(await stockOf(shop.id)).toEqual({ at1001: 8, changedAt: 77n, total: 9n });
  });

  it('an event of a location that the run does not change is left as it is', async () => {
    const shop = await aShopWithV1();
    await world.pull(shop.id, storeWith(stocked('V-1', 3)), {
      reached: (point) => (point === 'changes found' ? stockEvent(shop.id, 8) : Promise.resolve()),
    });
    expect(await stockOf(shop.id)).toEqual({ at1001: 8, changedAt: 77n, total: 9n });
  });
});

describe('a run against a changed sheet', () => {
  it('that is applied meanwhile waits for it: no stock of a removed location is left behind', async () => {
    const shop = await aShopWithV1();
    let sheet: Promise<unknown> = Promise.resolve();
    let state: string | undefined;
    await world.pull(shop.id, storeWith(stocked('V-1', 5)), {
      async reached(point) {
        if (point !== 'changes found') return;
        sheet = world.db.shop.update({ where: { id: shop.id }, data: { name: 'renamed' } }).then(async () => {
          state = (await world.db.catalogueRun.findFirst({ where: { shopId: shop.id, state: 'reading' } }))
            ?.state;
        });
        await waitForLocks(world.db);
      },
    });
    await sheet;
    expect(state).toBeUndefined();
  });
});

describe('a run against a reservation', () => {
  it.each(['changes found', 'variants locked'] as const)('made at the point: %s', async (at) => {
    const shop = await aShopWithV1();
    const request = { shopId: shop.id, variantId: 'V-1', shippingOrderLineId: randomUUID(), quantity: 2 };
    const reserveTwo = () => inTransaction(world.db, (tx) => reserve(tx, [request]));
    let reserved: Promise<unknown> = Promise.resolve();
    await world.pull(shop.id, storeWith(stocked('V-1', 5)), {
      async reached(point) {
        if (point !== at) return;
        reserved = reserveTwo();
        await (at === 'changes found' ? reserved : waitForLocks(world.db));
      },
    });
    expect(await reserved).toMatchObject({ reserved: true });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ onHand: 6n, committed: 2n });
  });
});
