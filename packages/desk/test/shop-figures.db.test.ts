import { randomUUID } from 'node:crypto';
import { inTransaction, Prisma, type Database } from '@hub/database';
import { aShippingOrder, aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countNextHour } from '../src/figures/count-hours';
import { LISTS } from '../src/lists';
import { readShopFigures } from '../src/figures/shops/read-shop-figures';
import { shopFigureList } from '../src/figures/shops/shop-figure-list';
import { shopsQuery } from '../src/figures/shops/count-shops';

const NOW = Date.parse('2026-11-22T18:20:00Z');
const HOUR_MS = 3_600_000;
const HOUR_S = 3_600;
const at = (hours: number) => new Date(NOW - hours * HOUR_MS);
const before = (date: Date, seconds: number) => new Date(date.getTime() - seconds * 1_000);

const ADA = {
  person: 'ada',
  role: 'agent',
  identity: { vouchedBy: 'accounts', person: 'ada' },
  actor: 'agent:ada',
} as const;

let database: TestDatabase;
let db: Database;
let seller: StoredShop;
let store: StoredShop;
let other: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  seller = await aShop(db, { slug: 'seller' });
  store = await aShop(db, { slug: 'store' });
  other = await aShop(db, { slug: 'other' });
  await db.shop.update({ where: { id: store.id }, data: { shipWithin: '24h' } });
}, 60_000);
afterAll(() => database.drop());

/** A call of `POST /orders` that ended at that hour. */
const call = (reference: string, hours: number, ended: { outcome: string; status: number | null }) =>
  db.storeCall.create({
    data: {
      shopId: store.id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      reference,
      attempts: 1,
      durationMs: 100,
      at: at(hours),
      ...ended,
    },
  });

/** An order that the shop accepted and shipped, so many hours ago. */
async function shipped(of: { placed: number; packed: number | null; promised?: number; packages?: number }) {
  const { placed, packed, promised, packages = 1 } = of;
  const order = await aShippingOrder(db, { sellingShop: seller, shippingShop: store });
  await db.shippingOrder.update({
    where: { id: order.id },
    data: {
      firstSentAt: before(at(placed), 3),
      placedAt: at(placed),
      packedAt: packed === null ? null : at(packed),
      promisedBy: promised === undefined ? null : at(promised),
    },
  });
  await call(order.reference, placed, { outcome: 'confirmed', status: 200 });
  if (packed === null) return order;
  for (let n = 0; n < packages; n += 1)
    await db.package.create({
      data: {
        id: randomUUID(),
        shippingOrderId: order.id,
        packageId: `P-${n}`,
        reference: `package-${randomUUID()}`,
        carrier: 'Carrier',
        trackingNumber: 'T-1',
        shippedAt: 1n,
        correlation: 'C-1',
        createdAt: at(packed),
      },
    });
  return order;
}

/** The sweep, as often as it finds an hour to count. */
async function sweep(now = NOW): Promise<void> {
  while ((await inTransaction(db, (tx) => countNextHour(tx, now))) > 0);
}

async function figures(shop: StoredShop) {
  const found = await readShopFigures(db, { shopIds: [shop.id], now: NOW });
  return new Map((found.get(shop.id) ?? []).map((one) => [one.figure, one]));
}
const valuesOf = async (shop: StoredShop) =>
  Object.fromEntries([...(await figures(shop))].map(([name, { value, of }]) => [name, [value, of]]));

describe('how a shop does, over 30 days', () => {
  beforeAll(async () => {
    // In time; late by the sheet; late by the day that it named; in time by it.
    const inTime = await shipped({ placed: 26, packed: 4, packages: 2 });
    await shipped({ placed: 30, packed: 4 });
    await shipped({ placed: 40, packed: 3, promised: 5 });
    await shipped({ placed: 40, packed: 3, promised: 2 });
    // Not shipped: no figure of shipping counts it.
    const open = await shipped({ placed: 40, packed: null });
    await call('refused-1', 5, { outcome: 'refused', status: 422 });
    await call('refused-2', 5, { outcome: 'refused', status: 429 });
    await call('away', 5, { outcome: 'unavailable', status: null });
    const cancellation = { sellerOrderId: open.sellerOrderId, correlation: 'C-1' };
    await db.cancellation.create({
      data: {
        ...cancellation,
        id: randomUUID(),
        kind: 'cannot_ship',
        shippingOrderId: open.id,
        requestedBy: store.id,
        eventId: 'E-1',
        requestedAt: at(6),
      },
    });
    // A lead takes an order back (D38): the shop did not say that it cannot ship it.
    await db.cancellation.create({
      data: {
        sellerOrderId: inTime.sellerOrderId,
        correlation: 'C-2',
        id: randomUUID(),
        kind: 'cannot_ship',
        takenBack: true,
        shippingOrderId: inTime.id,
        requestedBy: store.id,
        eventId: 'taken back',
        requestedAt: at(6),
      },
    });
    const whole = randomUUID();
    await db.cancellation.create({
      data: {
        ...cancellation,
        id: whole,
        kind: 'whole_order',
        requestedBy: seller.id,
        eventId: 'E-2',
        state: 'stopped',
        requestedAt: at(7),
        finishedAt: at(6),
      },
    });
    await db.shippingOrderStop.create({
      data: {
        id: randomUUID(),
        cancellationId: whole,
        shippingOrderId: open.id,
        reference: randomUUID(),
        state: 'confirmed',
      },
    });
    const back = await shipped({ placed: 29, packed: 28 });
    const line = back.lines[0];
    for (const [hours, side, shop] of [
      [5, 'selling', seller],
      [4, 'shipping', store],
    ] as const)
      await db.return.create({
        data: {
          id: randomUUID(),
          side,
          shopId: shop.id,
          eventId: `E-${side}`,
          sellerOrderId: back.sellerOrderId,
          shippingOrderId: side === 'shipping' ? back.id : null,
          state: 'recorded',
          correlation: 'C-1',
          createdAt: at(hours),
          lines: {
            create: {
              id: randomUUID(),
              orderLineId: line?.orderLineId ?? '',
              shippingOrderLineId: line?.id ?? '',
              reportedLineId: 'L-1',
              quantity: 1,
            },
          },
        },
      });
    const event = { shopId: store.id, bodySha256: new Uint8Array(32), receivedAt: at(3) };
    const stock = (status: number, outcome: string | null) => ({
      ...event,
      event: 'inventory.updated',
      eventId: randomUUID(),
      status,
      outcome,
    });
    await db.eventLedger.createMany({
      data: [
        stock(200, 'accepted'),
        stock(200, 'accepted'),
        stock(200, 'stale'),
        stock(422, null),
        { ...event, event: 'order.created', eventId: randomUUID(), status: 422 },
      ],
    });
    await sweep();
  }, 60_000);

  it('counts times to accept and to ship, what was late, refused, cancelled, returned, reports and calls', async () => {
    expect(await valuesOf(store)).toEqual({
      time_to_accept: [expect.any(Number), 6],
      time_to_ship: [expect.any(Number), 5],
      shipped_late: [2, 5],
      cannot_ship: [1, 6],
      refused: [1, 7],
      returned: [1, 5],
      cancelled: [1, 6],
      stock_late: [1, 4],
      stock_refused: [1, 4],
      calls_failed: [3, 9],
    });
    const found = await figures(store);
    // Each took three seconds: the median lies in the class from two to five.
    const accept = found.get('time_to_accept')?.value ?? 0;
    expect(accept).toBeGreaterThanOrEqual(2);
    expect(accept).toBeLessThanOrEqual(5);
    const ship = found.get('time_to_ship')?.value ?? 0;
    expect(ship).toBeGreaterThanOrEqual(18 * HOUR_S);
    expect(ship).toBeLessThanOrEqual(48 * HOUR_S);
  });

  it('has each day by itself, days without orders without a time', async () => {
    const late = (await figures(store)).get('shipped_late');
    expect(late?.days).toHaveLength(30);
    expect(late?.days.at(-1)).toEqual({ day: '2026-11-22', value: 2, of: 4 });
    expect(late?.days.at(-2)).toEqual({ day: '2026-11-21', value: 0, of: 1 });
    expect((await figures(store)).get('time_to_ship')?.days[0]).toEqual({
      day: '2026-10-24',
      value: null,
      of: 0,
    });
  });

  it('of a shop is its own alone', async () => {
    const none = await valuesOf(other);
    expect(Object.values(none).map(([, of]) => of)).toEqual(Object.values(none).map(() => 0));
    expect((await valuesOf(seller))['returned']).toEqual([0, 0]);
  });

  it('counts each hour once, and stays when its rows are gone', async () => {
    const counted = await valuesOf(store);
    await Promise.all([sweep(), sweep()]);
    await db.$executeRaw`TRUNCATE store_call, package, cancellation, event_ledger, "return" CASCADE`;
    await sweep();
    expect(await valuesOf(store)).toEqual(counted);
  });

  it('is counted by the indexes of time: no table that grows is read as a whole', async () => {
    const plan = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      const query = shopsQuery({ from: NOW - HOUR_MS, before: NOW });
      return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${query}`);
    });
    const text = JSON.stringify(plan);
    expect(text.match(/"Seq Scan"/g)).toBeNull();
    for (const index of [
      'store_call_at_idx',
      'package_created_at_idx',
      'cancellation_requested',
      'cancellation_finished',
      'return_created_at_idx',
    ])
      expect(text).toContain(index);
  });
});

describe('the list of how shops do', () => {
  const looking = () => ({ db, ...ADA, now: NOW });

  it('has each shop with each figure, goes on between them, and narrows to one figure', async () => {
    expect(LISTS).toContain(shopFigureList);
    const all = await shopFigureList.find(looking(), {}, { limit: 100 });
    expect(all.rows).toHaveLength(30);
    const first = await shopFigureList.find(looking(), {}, { limit: 13 });
    const rest = await shopFigureList.find(looking(), {}, { after: first.next ?? '', limit: 100 });
    expect([...first.rows, ...rest.rows]).toEqual(all.rows);
    expect(rest.next).toBeNull();
    const late = await shopFigureList.find(looking(), { figure: 'shipped_late' }, { limit: 100 });
    expect(late.rows.map(({ json }) => json)).toMatchObject([
      { shop: 'seller', value: 0, of: 0 },
      { shop: 'store', figure: 'shipped_late', unit: 'orders', value: 2, of: 5 },
      { shop: 'other', value: 0, of: 0 },
    ]);
  });
});
