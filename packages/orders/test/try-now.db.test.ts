import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { aHold, aShippingOrder, aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { countWaitingCalls, TRIED_AT_ONCE, tryNow } from '../src/support/try-now';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000);

let database: TestDatabase;
let db: Database;
let shop: { id: number };
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  shop = await aShop(db);
});

type Change = NonNullable<Parameters<typeof db.shippingOrder.update>[0]['data']>;

/** To be placed at the shop in so many minutes. */
async function aWaiting(minutes: number, change: Change = {}, shippingShop = shop) {
  const order = await aShippingOrder(db, { shippingShop, state: 'planned', storeOrderId: null });
  const data = { nextAttemptAt: at(minutes), passes: 3, lastFailure: 'unavailable: status 503', ...change };
  await db.shippingOrder.update({ where: { id: order.id }, data });
  return order;
}

const press = (of: Parameters<typeof tryNow>[1] = { shopId: shop.id }) =>
  inTransaction(db, (tx) => tryNow(tx, of, NOW));
const dueAt = async ({ id }: { id: string }) =>
  (await db.shippingOrder.findUniqueOrThrow({ where: { id } })).nextAttemptAt;

describe('D23: waiting calls are due now', () => {
  it('of one shop, or of one order, and of no other', async () => {
    const other = await aShop(db);
    const [mine, same, theirs] = [await aWaiting(15), await aWaiting(15), await aWaiting(15, {}, other)];
    expect(await press({ sellerOrderId: mine.sellerOrderId })).toMatchObject({ placing: 1 });
    expect(await dueAt(mine)).toEqual(at(0));
    expect(await dueAt(same)).toEqual(at(15));
    expect(await press()).toMatchObject({ placing: 1 });
    expect(await dueAt(theirs)).toEqual(at(15));
  });

  it('in the order in which they were to be made', async () => {
    const [late, early] = [await aWaiting(15), await aWaiting(5)];
    await press();
    expect((await dueAt(early))?.getTime()).toBeLessThan((await dueAt(late))?.getTime() ?? 0);
  });

  it.each<[string, Change]>([
    ['in flight', { state: 'sending', leaseUntil: at(1), nextAttemptAt: at(1) }],
    ['not to be sent, as a stop was asked for', { stopRequestedAt: at(-1) }],
    ['refused', { state: 'refused' }],
    ['placed', { state: 'placed' }],
    ['given up', { failedAt: at(-1), nextAttemptAt: null }],
  ])('not one that is %s', async (_, change) => {
    const order = await aWaiting(15, change);
    const before = await db.shippingOrder.findUniqueOrThrow({ where: { id: order.id } });
    expect(await press()).toMatchObject({ placing: 0 });
    expect(await db.shippingOrder.findUniqueOrThrow({ where: { id: order.id } })).toEqual(before);
  });

  it('not suspended ones: they go out with their probe', async () => {
    await aWaiting(15);
    await aHold(db, { shopId: shop.id, operation: 'place_order' });
    expect(await press()).toMatchObject({ placing: 0 });
  });

  it('a bounded number of each kind at a time, the earliest first', async () => {
    const first = await aWaiting(1);
    const { decisionId, sellerOrderId } = await db.shippingOrder.findUniqueOrThrow({
      where: { id: first.id },
    });
    await db.shippingOrder.createMany({
      data: Array.from({ length: TRIED_AT_ONCE + 5 }, (_, index) => ({
        id: randomUUID(),
        sellerOrderId,
        decisionId,
        number: index + 2,
        shopId: shop.id,
        externalRef: randomUUID(),
        state: 'planned' as const,
        nextAttemptAt: at(15),
      })),
    });
    expect(await countWaitingCalls(db, { shopId: shop.id }, NOW)).toMatchObject({
      placing: TRIED_AT_ONCE + 1,
    });
    expect(await press()).toMatchObject({ placing: TRIED_AT_ONCE });
    expect((await dueAt(first))?.getTime()).toBeLessThanOrEqual(NOW);
    expect(await press()).toMatchObject({ placing: 6 });
    expect(await press()).toMatchObject({ placing: 0 });
  });

  it('a row that another process has locked is left to it: nothing waits', async () => {
    const order = await aWaiting(15);
    await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM shipping_order WHERE id = ${order.id}::uuid FOR UPDATE`;
      expect(await press()).toMatchObject({ placing: 0 });
    });
  });

  it('trackings, returns and stops likewise', async () => {
    const order = await aShippingOrder(db, { sellingShop: shop, stop: 'due' });
    const called = { calledShopId: shop.id, nextAttemptAt: at(15) };
    await db.package.create({
      data: {
        id: randomUUID(),
        shippingOrderId: order.id,
        packageId: 'P-1',
        reference: randomUUID(),
        carrier: 'PostNord',
        trackingNumber: 'T',
        shippedAt: 0n,
        correlation: 'C',
        ...called,
      },
    });
    await db.return.create({
      data: {
        id: randomUUID(),
        side: 'shipping',
        shopId: order.shopId,
        eventId: 'E',
        sellerOrderId: order.sellerOrderId,
        state: 'due',
        correlation: 'C',
        ...called,
      },
    });
    await db.shippingOrderStop.updateMany({ where: { shippingOrderId: order.id }, data: called });
    expect(await press()).toEqual({ placing: 0, stop: 1, tracking: 1, correction: 0, return: 1 });
    expect(await press({ sellerOrderId: order.sellerOrderId })).toMatchObject({ tracking: 0 });
  });
});

describe('a run that a person asks for', () => {
  it.each<[string, Change, number]>([
    ['is not counted', { passes: 3 }, 2],
    ['leaves one counted, by which the engine knows a call that failed before', { passes: 1 }, 1],
    [
      'is given back once: a call that was deferred since then is not',
      { passes: 3, lastFailure: 'deferred: circuit_open' },
      3,
    ],
  ])('%s', async (_, change, passes) => {
    const order = await aWaiting(15, change);
    await press();
    expect(await db.shippingOrder.findUniqueOrThrow({ where: { id: order.id } })).toMatchObject({ passes });
  });
});
