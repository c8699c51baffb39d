import { randomUUID } from 'node:crypto';
import { inTransaction, Prisma, type Database } from '@hub/database';
import {
  aSentEvent,
  aShippingOrder,
  aShop,
  createTestDatabase,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  countedUntil,
  liveFigures,
  networkFigures,
  shopFigures,
  type LiveFigures,
} from '../src/figures/read-figures';
import { countNextHour } from '../src/figures/count-hours';
import { failuresOverTime } from '../src/figures/failures-over-time';
import { timeRange } from '../src/figures/time-range';
import { windowQuery } from '../src/figures/count-window';

const NOW = Date.parse('2026-11-22T18:20:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW - hours * HOUR_MS);

let database: TestDatabase;
let db: Database;
let seller: StoredShop;
let store: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  seller = await aShop(db, { slug: 'seller' });
  store = await aShop(db, { slug: 'store' });
  await happenings(2);
  await happenings(3);
  await happenings(26);
  await happenings(0);
}, 60_000);
afterAll(() => database.drop());

/** In that hour: an order that a shop ships, one that waits, four events of which two are refused, and calls. */
async function happenings(hours: number): Promise<void> {
  const shipped = await aShippingOrder(db, { sellingShop: seller, shippingShop: store });
  const waits = await aShippingOrder(db, { sellingShop: seller, shippingShop: store, state: 'stopped' });
  await db.orderLine.updateMany({
    where: { sellerOrderId: waits.sellerOrderId },
    data: { state: 'waiting' },
  });
  await db.sellerOrder.updateMany({
    where: { id: { in: [shipped.sellerOrderId, waits.sellerOrderId] } },
    data: { receivedAt: at(hours) },
  });
  const event = { shopId: seller.id, bodySha256: new Uint8Array(32), receivedAt: at(hours) };
  await db.eventLedger.createMany({
    data: [
      { ...event, event: 'order.created', eventId: randomUUID(), status: 200 },
      { ...event, event: 'order.cancelled', eventId: randomUUID(), status: null },
      { ...event, event: 'order.created', eventId: randomUUID(), status: 422 },
    ],
  });
  // One that the ingress refused, which no ledger has; and the ledger's own refusal, as it is stored.
  await aSentEvent(db, seller, { receivedAt: at(hours), status: 401, byIngress: true });
  await aSentEvent(db, seller, { receivedAt: at(hours), status: 422, byIngress: false });
  const call = {
    shopId: store.id,
    operation: 'place_order',
    method: 'POST',
    path: '/orders',
    attempts: 1,
    at: at(hours),
  };
  await db.storeCall.createMany({
    data: [
      { ...call, outcome: 'confirmed', durationMs: 60 },
      { ...call, outcome: 'refused', durationMs: 400 },
    ],
  });
  const count = { shopId: store.id, operation: 'write_inventory', calls: 5, attempts: 5, durationMs: 50n };
  await db.storeCallCount.create({ data: { ...count, minute: at(hours) } });
}

const countOnce = (now = NOW) => inTransaction(db, (tx) => countNextHour(tx, now));

/** The sweep, as often as it finds an hour to count. */
async function sweep(now = NOW): Promise<number> {
  for (let counted = 0; ; counted += 1) if ((await countOnce(now)) === 0) return counted;
}

const live = async (now: number) => liveFigures(db, { now, countedUntil: await countedUntil(db) });
const network = async (range: '24h' | '7d' | '30d', now = NOW) => {
  const time = timeRange(range, now);
  const figures = await networkFigures(db, time, await live(now));
  const sums = new Map<string, number>();
  for (const { kind, key, count } of figures)
    sums.set(`${kind} ${key}`.trim(), (sums.get(`${kind} ${key}`.trim()) ?? 0) + count);
  return Object.fromEntries([...sums].toSorted());
};
const ofShops = async (range: '24h' | '7d', seen?: { now: number; live: LiveFigures }) => {
  const time = timeRange(range, seen?.now ?? NOW);
  const kinds = ['orders', 'flow', 'calls'] as const;
  const figures = await shopFigures(db, { range: time, live: seen?.live ?? (await live(NOW)), kinds });
  const sums = new Map<string, number>();
  for (const { kind, key, count, shopId } of figures) {
    const name = `${shopId} ${kind} ${key}`.trim();
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...sums].toSorted());
};
const times = (n: number) => ({
  'calls confirmed': 6 * n,
  'calls failed': n,
  'durations 3': n,
  'durations 6': n,
  'events accepted': 2 * n,
  'events refused': 2 * n,
  orders: 2 * n,
});

describe('figures of a new network', () => {
  it('begin with the first hour that is not settled: there are no earlier ones', async () => {
    const empty = await createTestDatabase();
    try {
      const [early, hour] = [Date.parse('2026-11-22T18:04:00Z'), Date.parse('2026-11-22T17:00:00Z')];
      expect(await inTransaction(empty.db, (tx) => countNextHour(tx, early))).toBe(0);
      expect(await countedUntil(empty.db)).toBe(hour);
      expect(await inTransaction(empty.db, (tx) => countNextHour(tx, early + 60_000))).toBe(1);
    } finally {
      await empty.drop();
    }
  });
});

describe('figures by the hour', () => {
  it('before any is counted they cover the last two hours, read live', async () => {
    expect(await network('24h')).toEqual(times(1));
  });

  it('are counted once, however often and on however many machines it is tried, and missed hours later', async () => {
    expect(await countOnce()).toBe(1);
    await inTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT FROM sweep_progress FOR UPDATE`;
      // While another machine counts an hour, this one skips it.
      expect(await countOnce()).toBe(0);
    });
    const [one, other] = await Promise.all([sweep(), sweep()]);
    // Six days back to the hour before this one, which was over 20 minutes ago.
    expect(1 + one + other).toBe(6 * 24);
    expect(await sweep()).toBe(0);
    expect(await network('24h')).toEqual(times(3));
    expect(await network('7d')).toEqual(times(4));
    expect(await network('30d')).toEqual(times(4));
  });

  it('of each shop are the same, by the hour of a day and by the days of a week', async () => {
    const expected = (n: number) => ({
      [`${seller.id} orders`]: 2 * n,
      [`${seller.id} flow ${store.id}`]: n,
      [`${seller.id} flow waiting`]: n,
      [`${store.id} calls confirmed`]: 6 * n,
      [`${store.id} calls failed`]: n,
    });
    expect(await ofShops('24h')).toEqual(expected(3));
    expect(await ofShops('7d')).toEqual(expected(4));
  });

  it('counted figures stay when their rows go, and an hour is counted only once it is settled', async () => {
    await db.$executeRaw`TRUNCATE seller_order, store_call, event_ledger CASCADE`;
    // At four minutes past, the hour that was current is still read live; there is nothing in it any more.
    const soon = Date.parse('2026-11-22T19:04:00Z');
    expect(await sweep(soon)).toBe(0);
    expect((await network('7d', soon))['orders']).toBe(6);
    expect(await sweep(soon + 60_000)).toBe(1);
    expect((await network('7d', soon + 60_000))['orders']).toBe(6);
  });

  it('of each shop include an hour once, though it is counted after it was read live', async () => {
    await happenings(-1);
    const now = NOW + HOUR_MS;
    const read = { now, live: await live(now) };
    const before = [await ofShops('24h', read), await ofShops('7d', read)];
    expect(before[0]?.[`${store.id} calls failed`]).toBe(3);
    expect(await sweep(now + HOUR_MS)).toBe(1);
    expect([await ofShops('24h', read), await ofShops('7d', read)]).toEqual(before);
  });

  it('are read by the indexes of time: no table that grows is read as a whole', async () => {
    const plan = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      const query = windowQuery({ from: NOW - HOUR_MS, before: NOW });
      return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${query}`);
    });
    const text = JSON.stringify(plan);
    expect(text.match(/"Seq Scan"/g)).toBeNull();
    for (const index of [
      'seller_order_unblanked',
      'seller_order_blanked',
      'store_call_at_idx',
      'sent_event_by_ingress',
      '_by_shop',
    ])
      expect(text).toContain(index);
  });
});

describe('failed messages by cause', () => {
  it('are in the step in which each last failed, the most frequent cause first', async () => {
    const failedMessage = (reason: string, hours: number) => ({
      id: randomUUID(),
      origin: 'placing.order.place',
      identity: randomUUID(),
      type: 'order.place',
      body: new Uint8Array(),
      headers: {},
      reason,
      attempts: 6,
      firstFailedAt: at(hours + 1),
      lastFailedAt: at(hours),
    });
    await db.deadLetter.createMany({
      data: [
        failedMessage('refused', 1),
        failedMessage('refused', 1),
        failedMessage('timeout', 0),
        failedMessage('refused', 30),
      ],
    });
    const counts = (await failuresOverTime(db, timeRange('24h', NOW))).map(
      ({ reason, total, counts: by }) => [reason, total, by.slice(-2)],
    );
    expect(counts).toEqual([
      ['refused', 2, [2, 0]],
      ['timeout', 1, [0, 1]],
    ]);
  });
});
