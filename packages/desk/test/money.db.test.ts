import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { inTransaction, Prisma, type Database } from '@hub/database';
import { exact, type StoredCalculation } from '@hub/orders/money';
import { aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { z } from 'zod';
import { owedByPair, owedByPairQuery, owedInAll, type Owed } from '../src/money/owed-by-pair';
import { onSides } from '../src/money/settle';
import { readLinesAfter, readPlace, writePlace } from '../src/money/settled-pages';
import { readSettlementPart } from '../src/money/read-settlement';
import { settlementFile } from '../src/money/settlement-file';
import { settledTotalsQuery } from '../src/money/read-settled-totals';
import { countriesWithoutRate, listVatRates } from '../src/money/vat-rates';

const instant = (iso: string) => BigInt(Date.parse(iso)) * 1_000_000n;
const NOVEMBER = { from: instant('2026-11-01T00:00:00Z'), before: instant('2026-12-01T00:00:00Z') };
const TIMES = [
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00Z',
  '2026-11-12T08:00:00Z',
  '2026-11-12T08:00:00.001Z',
  '2026-11-30T23:59:59Z',
  '2026-12-01T00:00:00Z',
];

let database: TestDatabase;
let db: Database;
let shops: StoredShop[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  shops = await Promise.all(['one', 'two', 'three'].map((slug) => aShop(db, { slug })));
}, 60_000);
afterAll(() => database.drop());

/** A line of a random account: its shops, its amounts, and when which of its pieces left. */
const aLine = fc.record({
  selling: fc.integer({ min: 0, max: 2 }),
  ahead: fc.integer({ min: 1, max: 2 }),
  currency: fc.constantFrom('EUR', 'SEK', 'JPY'),
  quantity: fc.integer({ min: 1, max: 3 }),
  each: fc.integer({ min: 0, max: 10_000_000 }),
  share: fc.integer({ min: 0, max: 100_000 }),
  rounding: fc.constantFrom('0', '1/3', '-1/7', '0.005', '-2/3'),
  packages: fc.array(fc.constantFrom(...TIMES), { maxLength: 3 }),
  restEnded: fc.constantFrom(null, ...TIMES),
  state: fc.constantFrom('placed', 'placed', 'placed', 'stopped'),
  lineState: fc.constantFrom('allocated', 'shipped', 'shipped', 'stopped'),
} as const);
type Line = typeof aLine extends fc.Arbitrary<infer Value> ? Value : never;

const inMinorUnits = (units: number, currency: string) =>
  currency === 'JPY' ? String(units) : (units / 100).toFixed(2);

function calculationOf({ currency, quantity, each, share, rounding }: Line): StoredCalculation {
  const [text, part] = [inMinorUnits(each, currency), inMinorUnits(share, currency)];
  const zero = {
    gross: '0',
    discountShare: '0',
    afterDiscount: '0',
    consumerVat: '0',
    net: '0',
    payout: '0',
  };
  return {
    ...zero,
    currency,
    consumerVatRate: '0.25',
    splitRate: '0.7',
    injectionVatRate: null,
    injectionVat: '0',
    exactUnitPrice: '1/3',
    unitPrice: text,
    owed: inMinorUnits(each * quantity, currency),
    rounding,
    shipping: { paid: part, net: part, share: part },
  };
}

/** Stores the lines, each as a separate order. */
async function fill(lines: readonly Line[]): Promise<void> {
  await db.$executeRaw`TRUNCATE seller_order CASCADE`;
  for (const line of lines) {
    const [orderId, lineId, placementId, shippedId] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ];
    const [selling, shipping] = [shops[line.selling], shops[(line.selling + line.ahead) % 3]];
    await db.sellerOrder.create({
      data: {
        id: orderId,
        shopId: selling?.id ?? 0,
        orderId,
        placedAt: 0n,
        currency: line.currency,
        mode: 'live',
        destinationCountry: 'SE',
        shippingCost: 0,
        totalDiscounts: 0,
        correlation: 'test',
        lines: {
          create: {
            id: lineId,
            position: 0,
            lineItemId: 'L',
            variantId: 'V',
            quantity: line.quantity,
            unitPrice: 1,
            state: line.lineState,
          },
        },
      },
    });
    await db.shippingOrder.create({
      data: {
        id: placementId,
        sellerOrderId: orderId,
        decisionId: randomUUID(),
        shopId: shipping?.id ?? 0,
        externalRef: placementId,
        state: line.state,
        lines: {
          create: {
            id: shippedId,
            orderLineId: lineId,
            position: 0,
            externalRef: shippedId,
            variantId: 'V',
            quantity: line.quantity,
            unitPrice: 1,
            calculation: calculationOf(line),
            packaged: Math.min(line.packages.length, line.quantity),
            restEndedAt: line.restEnded,
          },
        },
        packages: {
          create: line.packages.slice(0, line.quantity).map((at) => {
            const id = randomUUID();
            return {
              id,
              packageId: id,
              reference: id,
              carrier: 'C',
              trackingNumber: 'T',
              // Reported with any other time: a line settles by its recording (D24).
              shippedAt: instant('1999-01-01T00:00:00Z'),
              createdAt: new Date(at),
              correlation: 'test',
              lines: { create: { shippingOrderLineId: shippedId, quantity: 1 } },
            };
          }),
        },
      },
    });
  }
}

async function pagesOf(shop: StoredShop, take: number) {
  const pages = [];
  let after: ReturnType<typeof readPlace> = null;
  do {
    const page: Awaited<ReturnType<typeof readLinesAfter>> = await readLinesAfter(db, shop.id, {
      period: NOVEMBER,
      after,
      take,
    });
    pages.push(page.lines);
    after = page.next;
  } while (after);
  return pages;
}

type Amounts = Record<'lines' | 'owed' | 'shippingShare' | 'due', string>;
const NONE: Amounts = { lines: '0', owed: '0', shippingShare: '0', due: '0' };

function addUp(accounts: readonly { [Key in keyof Amounts]: string | number }[]): Amounts {
  const sum = (of: keyof Amounts) =>
    accounts.reduce((total, account) => total.add(exact(String(account[of]))), exact('0')).toString();
  return {
    lines: sum('lines'),
    owed: sum('owed'),
    shippingShare: sum('shippingShare'),
    due: sum('due'),
  };
}

describe('D24: money owed by pair of shops', () => {
  it('sums to what each shop settles, on both sides, in each currency separately', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aLine, { minLength: 1, maxLength: 12 }), async (lines) => {
        await fill(lines);
        const pairs = await owedByPair(db, NOVEMBER);
        for (const shop of shops) {
          const { totals } = await readSettlementPart(db, shop, { period: NOVEMBER, skip: 0, take: 1_000 });
          for (const currency of ['EUR', 'SEK', 'JPY'])
            for (const side of ['ships', 'sells'] as const) {
              const isOwn = (pair: Owed) =>
                (side === 'ships' ? pair.shippingShop : pair.sellingShop) === shop.slug &&
                pair.currency === currency;
              const settled = totals.filter((one) => one.side === side && one.currency === currency);
              expect(addUp(pairs.filter(isOwn))).toEqual(settled.length === 0 ? NONE : addUp(settled));
            }
        }
        const totals = owedInAll(pairs);
        for (const total of totals)
          expect(addUp([total])).toEqual(addUp(pairs.filter(({ currency }) => currency === total.currency)));
        expect(totals.map(({ currency }) => currency)).toEqual(
          [...new Set(pairs.map(({ currency }) => currency))].toSorted(),
        );
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('is written with the places of its currency, however large', async () => {
    const line: Omit<Line, 'currency' | 'each'> = {
      selling: 0,
      ahead: 1,
      quantity: 1,
      share: 5,
      rounding: '0',
      packages: [TIMES[1] ?? ''],
      restEnded: null,
      state: 'placed',
      lineState: 'shipped',
    };
    await fill([
      { ...line, currency: 'JPY', each: 900_719_925 },
      { ...line, currency: 'EUR', each: 10 },
    ]);
    expect(await owedByPair(db, NOVEMBER)).toMatchObject([
      {
        sellingShop: 'one',
        shippingShop: 'two',
        currency: 'EUR',
        owed: '0.10',
        shippingShare: '0.05',
        due: '0.15',
      },
      { currency: 'JPY', owed: '900719925', shippingShare: '5', due: '900719930' },
    ]);
  });

  it('starts with the packages of the month: no table is read entirely', async () => {
    const plan = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${owedByPairQuery(NOVEMBER)}`);
    });
    const text = JSON.stringify(plan);
    expect(text).toContain('package_created_at_idx');
    expect(text.match(/"Seq Scan"/g)).toBeNull();
  });
});

describe('D24: a shop’s account, page by page', () => {
  it('has the totals of all, and every line once, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aLine, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (lines, take) => {
          await fill(lines);
          for (const shop of shops) {
            const whole = await readSettlementPart(db, shop, { period: NOVEMBER, skip: 0, take: 1_000 });
            const parts = [];
            for (let skip = 0; skip <= whole.lines.length; skip += take)
              parts.push(await readSettlementPart(db, shop, { period: NOVEMBER, skip, take }));
            for (const { totals, returns } of parts)
              expect({ totals, returns }).toEqual({ totals: whole.totals, returns: whole.returns });
            expect(parts.flatMap((part) => part.lines)).toEqual(whole.lines);
          }
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);

  it('has every line once, in the same order, for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aLine, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (lines, take) => {
          await fill(lines);
          for (const shop of shops) {
            const whole = await readSettlementPart(db, shop, { period: NOVEMBER, skip: 0, take: 1_000 });
            const pages = await pagesOf(shop, take);
            expect(pages.every((page) => page.length <= take)).toBe(true);
            expect(onSides(shop.slug, pages.flat())).toEqual(whole.lines);
          }
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);

  it('as a file: every line, and totals of the lines that are in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aLine, { minLength: 1, maxLength: 12 }), async (lines) => {
        await fill(lines);
        for (const shop of shops) {
          const whole = await readSettlementPart(db, shop, { period: NOVEMBER, skip: 0, take: 1_000 });
          const file = await textOf(Readable.from(settlementFile(db, shop, NOVEMBER)));
          const [header = [], ...rows] = z.array(z.array(z.string())).parse(parse(file));
          const column = (name: string) => header.indexOf(name);
          const of = (kind: string) => rows.filter((row) => row[0] === kind);
          expect(of('line').map((row) => row[column('external_ref')])).toEqual(
            whole.lines.map(({ reference }) => reference),
          );
          expect(
            of('total').map((row) =>
              ['side', 'currency', 'owed', 'rounding', 'shipping_share', 'due'].map(
                (name) => row[column(name)],
              ),
            ),
          ).toEqual(
            whole.totals.map((total) => [
              total.side,
              total.currency,
              total.owed,
              total.rounding,
              total.shippingShare,
              total.due,
            ]),
          );
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('the end of a page is a text that leads on from there; any other text is reported', () => {
    const place = { settledAt: new Date('2026-11-20T10:00:00.001Z'), reference: 'a.b\u00e9', position: 3 };
    expect(readPlace(writePlace(place))).toEqual(place);
    for (const text of ['', '1.2', 'x.1.r', '1.x.r', '-1.1.r']) expect(readPlace(text)).toBeNull();
  });

  it('is added up from the packages of the period: no table is read entirely', async () => {
    const plan = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${settledTotalsQuery(1, NOVEMBER)}`);
    });
    const text = JSON.stringify(plan);
    expect(text).toContain('package_created_at_idx');
    expect(text.match(/"Seq Scan"/g)).toBeNull();
  });
});

describe('D24: VAT rates', () => {
  const NOW = Date.parse('2026-11-22T00:00:00Z');

  it('each applies until the next of its country', async () => {
    await db.vatRate.create({
      data: { country: 'SE', appliesFrom: instant('2027-01-01T00:00:00Z'), rate: '0.24' },
    });
    const rates = await listVatRates(db, 'SE');
    expect(rates.at(-2)?.until).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(rates.at(-1)).toEqual({
      country: 'SE',
      rate: '0.24',
      from: new Date('2027-01-01T00:00:00Z'),
      until: null,
    });
    expect((await listVatRates(db)).find(({ country }) => country === 'SI')?.until).toBeNull();
  });

  it('reports a country that shops ship to without an applicable rate', async () => {
    expect(await countriesWithoutRate(db, NOW)).toEqual([]);
    await aShop(db, { slug: 'far', name: 'Far', destinationCountries: ['SE', 'JP'] });
    await db.vatRate.create({
      data: { country: 'JP', appliesFrom: instant('2027-01-01T00:00:00Z'), rate: '0.1' },
    });
    expect(await countriesWithoutRate(db, NOW)).toEqual([{ country: 'JP', shops: ['Far'] }]);
    expect(await countriesWithoutRate(db, Date.parse('2027-02-01T00:00:00Z'))).toEqual([]);
  });
});
