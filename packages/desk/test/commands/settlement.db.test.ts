import { randomUUID } from 'node:crypto';
import { inTransaction, Prisma, type Database } from '@hub/database';
import { exact, type StoredCalculation } from '@hub/orders/money';
import {
  aShippingOrder,
  aShop,
  createTestDatabase,
  testCipher,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { periodOf } from '../../src/commands/money/settlement';
import { settlement } from '../../src/commands/money/settlement';
import type { CommandContext } from '../../src/commands/command';
import { owedByPair, owedByPairQuery } from '../../src/money/owed-by-pair';
import { settledTotalsQuery } from '../../src/money/read-settled-totals';
import { readSettlementPart, returnedLinesQuery } from '../../src/money/read-settlement';
import { settledPageQuery, writePlace } from '../../src/money/settled-pages';
import type { Settlement } from '../../src/money/settle';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

let database: TestDatabase;
let db: Database;
let seller: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE shop, seller_order, shipping_order, "return" CASCADE`;
  seller = await aShop(db, { slug: 'seller' });
});

/** Three at 10.00 less 1.00, rate 0.70, 25 % both ways: 6.77 each with a rounding entry of 0.01 (D24). */
const calculation = (share: string): StoredCalculation => ({
  currency: 'EUR',
  gross: '30',
  discountShare: '1',
  afterDiscount: '29',
  consumerVatRate: '0.25',
  consumerVat: '5.8',
  net: '23.2',
  splitRate: '0.7',
  payout: '16.24',
  injectionVatRate: '0.25',
  injectionVat: '4.06',
  exactUnitPrice: '203/30',
  unitPrice: '6.77',
  owed: '20.31',
  rounding: '0.01',
  shipping: { paid: '12.5', net: '10.00', share },
});

/** A placed shipping order of one line of three, of the given seller order or a new one. */
async function aPlacedLine(shop: StoredShop, share: string) {
  const order = await aShippingOrder(db, { sellingShop: seller, shippingShop: shop, quantities: [3] });
  await db.shippingOrderLine.updateMany({
    where: { shippingOrderId: order.id },
    data: { calculation: calculation(share), unitPrice: new Prisma.Decimal('6.77') },
  });
  return order;
}

async function ship(
  order: Awaited<ReturnType<typeof aPlacedLine>>,
  pieces: number,
  recordedAt: string,
  shippedAt = recordedAt,
): Promise<void> {
  const [line] = order.lines;
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: order.id,
      packageId: randomUUID(),
      reference: randomUUID(),
      carrier: 'PostNord',
      trackingNumber: 'PN-1',
      shippedAt: BigInt(Date.parse(shippedAt)) * 1_000_000n,
      createdAt: new Date(recordedAt),
      correlation: 'test',
      lines: { create: { shippingOrderLineId: line?.id ?? '', quantity: pieces } },
    },
  });
  await db.shippingOrderLine.update({
    where: { id: line?.id ?? '' },
    data: { packaged: { increment: pieces } },
  });
}

async function settlementOf(slug: string, days = NOVEMBER): Promise<Settlement> {
  const shop = await db.shop.findUniqueOrThrow({ where: { slug } });
  return readSettlementPart(db, shop, { period: periodOf(days), skip: 0, take: 1_000 });
}

const aContext = (): CommandContext => ({
  db,
  cipher: testCipher(),
  forecasts: { ask: async () => null },
  testToken: async () => ({ result: 'accepted', status: 200, why: null }),
  now: Date.now(),
  person: 'root',
  role: 'viewer',
  actor: 'cli:root',
  identity: { vouchedBy: 'machine', person: 'ada' },
  isAlone: true,
});

describe('settlement (D24)', () => {
  it('a shipped line is owed to its shipping shop, with its share of the shipping', async () => {
    const shipper = await aShop(db, { slug: 'shipper' });
    await ship(await aPlacedLine(shipper, '3.34'), 3, '2026-11-05T10:00:00Z');
    const { lines, totals } = await settlementOf('shipper');
    expect(lines).toMatchObject([
      { side: 'ships', sellingShop: 'seller', quantity: 3, calculation: { unitPrice: '6.77' } },
    ]);
    expect(totals).toEqual([
      {
        side: 'ships',
        currency: 'EUR',
        lines: 1,
        owed: '20.31',
        rounding: '0.010000',
        shippingShare: '3.34',
        due: '23.65',
      },
    ]);
  });

  it('what all shipping shops are owed is what the selling shop owes; shipping adds up to the order’s', async () => {
    const shares = ['3.34', '3.33', '3.33'];
    for (const [index, share] of shares.entries()) {
      const shipper = await aShop(db, { slug: `shipper-${index}` });
      await ship(await aPlacedLine(shipper, share), 3, '2026-11-05T10:00:00Z');
    }
    const owedToShippers = await Promise.all(
      shares.map(async (_, index) => (await settlementOf(`shipper-${index}`)).totals),
    );
    const sum = (of: 'due' | 'shippingShare') =>
      owedToShippers
        .flat()
        .reduce((total, one) => total.add(exact(one[of])), exact('0'))
        .toString();
    const { totals } = await settlementOf('seller');
    expect(totals).toMatchObject([{ side: 'sells', lines: 3, owed: '60.93', rounding: '0.030000' }]);
    expect(totals[0]?.due).toBe('70.93');
    expect(sum('due')).toBe('70.93');
    expect(sum('shippingShare')).toBe('10');
  });

  it('a line settles when it is complete, by its last package', async () => {
    const order = await aPlacedLine(await aShop(db, { slug: 'shipper' }), '10.00');
    await ship(order, 2, '2026-10-31T23:00:00Z');
    expect((await settlementOf('shipper', { from: '2026-10-01', to: '2026-10-31' })).lines).toEqual([]);
    await ship(order, 1, '2026-11-30T23:59:59.999Z');
    expect((await settlementOf('shipper')).lines).toHaveLength(1);
    expect((await settlementOf('shipper', { from: '2026-10-01', to: '2026-10-31' })).lines).toEqual([]);
    expect((await settlementOf('shipper', { from: '2026-12-01', to: '2026-12-31' })).lines).toEqual([]);
  });

  it.each(['2026-10-31T18:00:00Z', '1999-01-01T00:00:00Z'])(
    'D24: a package of %s that is reported in November changes no printed month: it settles in November',
    async (shippedAt) => {
      await ship(
        await aPlacedLine(await aShop(db, { slug: 'shipper' }), '10.00'),
        3,
        '2026-11-02T10:00:00Z',
        shippedAt,
      );
      expect((await settlementOf('shipper', { from: '1999-01-01', to: '2026-10-31' })).totals).toEqual([]);
      const { lines } = await settlement.execute(aContext(), { shop: 'shipper', ...NOVEMBER });
      expect(lines).toMatchObject([
        { at: '2026-11-02T10:00:00.000Z', shipped_at: new Date(shippedAt).toISOString() },
      ]);
    },
  );

  it('shipped pieces of a line settle when its rest is ended, at its unit price and with all its shipping', async () => {
    const order = await aPlacedLine(await aShop(db, { slug: 'shipper' }), '10.00');
    await ship(order, 2, '2026-10-20T10:00:00Z');
    const [october, december] = [
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-12-01', to: '2026-12-31' },
    ];
    expect((await settlementOf('shipper')).lines).toEqual([]);
    const restEndedAt = new Date('2026-11-03T10:00:00Z');
    await db.shippingOrderLine.updateMany({ where: { shippingOrderId: order.id }, data: { restEndedAt } });
    const { lines, totals } = await settlementOf('shipper');
    expect(lines).toMatchObject([
      { quantity: 2, ordered: 3, settledAt: restEndedAt, calculation: { owed: '13.54' } },
    ]);
    // Two thirds of the line's rounding of 0.01.
    const total = { lines: 1, owed: '13.54', rounding: '0.006667', shippingShare: '10.00', due: '23.54' };
    expect(totals).toEqual([{ side: 'ships', currency: 'EUR', ...total }]);
    const [pair] = await owedByPair(db, periodOf(NOVEMBER));
    expect(pair).toMatchObject({ owed: '13.54', shippingShare: '10.00', due: '23.54' });
    for (const other of [october, december]) expect((await settlementOf('shipper', other)).lines).toEqual([]);
  });

  it('a line whose rest was ended before anything of it shipped never settles', async () => {
    const order = await aPlacedLine(await aShop(db, { slug: 'shipper' }), '10.00');
    const restEndedAt = new Date('2026-11-03T10:00:00Z');
    await db.shippingOrderLine.updateMany({ where: { shippingOrderId: order.id }, data: { restEndedAt } });
    expect((await settlementOf('shipper')).lines).toEqual([]);
  });

  it('a stopped one never settles', async () => {
    const order = await aPlacedLine(await aShop(db, { slug: 'shipper' }), '10.00');
    await ship(order, 3, '2026-11-05T10:00:00Z');
    await db.shippingOrder.update({ where: { id: order.id }, data: { state: 'stopped' } });
    expect((await settlementOf('shipper')).lines).toEqual([]);
    expect((await settlementOf('seller')).totals).toEqual([]);
  });

  async function returned(
    order: Awaited<ReturnType<typeof aPlacedLine>>,
    shipper: StoredShop,
  ): Promise<void> {
    const [line] = order.lines;
    await db.return.create({
      data: {
        id: randomUUID(),
        side: 'shipping',
        shopId: shipper.id,
        eventId: 'E-1',
        sellerOrderId: order.sellerOrderId,
        shippingOrderId: order.id,
        state: 'registered',
        correlation: 'test',
        createdAt: new Date('2026-11-20T10:00:00Z'),
        lines: {
          create: {
            id: randomUUID(),
            orderLineId: line?.orderLineId ?? '',
            shippingOrderLineId: line?.id ?? '',
            reportedLineId: 'store-line',
            quantity: 3,
          },
        },
      },
    });
  }

  it('a return is listed on both sides, and reverses nothing', async () => {
    const shipper = await aShop(db, { slug: 'shipper' });
    const order = await aPlacedLine(shipper, '10.00');
    await ship(order, 3, '2026-11-05T10:00:00Z');
    const before = (await settlementOf('seller')).totals;
    await returned(order, shipper);
    for (const slug of ['seller', 'shipper'])
      expect((await settlementOf(slug)).returns).toMatchObject([{ reportedBy: 'shipper', quantity: 3 }]);
    expect((await settlementOf('seller')).totals).toEqual(before);
  });

  it('D24: a returned line without a reported package is listed on both sides, and not owed', async () => {
    const shipper = await aShop(db, { slug: 'shipper' });
    await returned(await aPlacedLine(shipper, '10.00'), shipper);
    for (const slug of ['seller', 'shipper'])
      expect(await settlementOf(slug)).toMatchObject({
        returns: [{ reportedBy: 'shipper', quantity: 3, isShipped: false }],
        totals: [],
      });
  });

  it('is read page by page; an invalid page is reported', async () => {
    const shipper = await aShop(db, { slug: 'shipper' });
    for (const at of ['2026-11-05T10:00:00Z', '2026-11-07T10:00:00Z'])
      await ship(await aPlacedLine(shipper, '1.00'), 3, at);
    const first = {
      settledAt: new Date('2026-11-05T10:00:00Z'),
      reference: '\uffff',
      position: 0,
    };
    const page = (after?: string) => settlement.execute(aContext(), { shop: 'shipper', ...NOVEMBER, after });
    expect(await page()).toMatchObject({ lines: [{}, {}], totals: [{ lines: 2 }], next: null });
    expect(await page(writePlace(first))).toMatchObject({
      lines: [{ at: '2026-11-07T10:00:00.000Z' }],
      totals: [{ lines: 2 }],
      next: null,
    });
    await expect(page('somewhere')).rejects.toMatchObject({ kind: 'invalid', field: 'after' });
  });

  it('an invalid day is reported', () => {
    expect(() => periodOf({ from: '2026-04-31', to: '2026-05-01' })).toThrow('--from');
    expect(() => periodOf({ from: '2026-11-02', to: '2026-11-01' })).toThrow('--to');
  });
});

describe('the cost of a settlement', () => {
  it('starts with the packages and returns of the period: no table is read entirely', async () => {
    const shipper = await aShop(db, { slug: 'shipper' });
    await ship(await aPlacedLine(shipper, '3.34'), 3, '2026-11-05T10:00:00Z');
    const period = periodOf(NOVEMBER);
    const after = { settledAt: new Date('2026-11-05T10:00:00Z'), reference: 'R', position: 1 };
    for (const query of [
      settledPageQuery(shipper.id, { period, after, take: 10 }),
      returnedLinesQuery(shipper.id, period),
    ]) {
      const plan = await inTransaction(db, async (tx) => {
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${query}`);
      });
      const text = JSON.stringify(plan);
      expect(text).toContain('_at_idx');
      expect(text.match(/"Seq Scan"/g)).toBeNull();
    }
  });

  it('reads what belongs to a package by its key: joined as tables, those of all time would be read', async () => {
    const { id } = await aShop(db, { slug: 'shipper' });
    const period = periodOf(NOVEMBER);
    const [joinsNothing, joinsTwoShops] = [0, 2];
    for (const [query, joins] of [
      [settledTotalsQuery(id, period), joinsNothing],
      [owedByPairQuery(period), joinsTwoShops],
    ] as const) {
      const plan = await inTransaction(db, async (tx) => {
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
        return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${query}`);
      });
      const joined = JSON.stringify(plan).match(/"Node Type": ?"(Hash|Merge) Join"/g) ?? [];
      expect(joined).toHaveLength(joins);
    }
  });
});
