import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StockDeductedAt } from '@hub/database';
import { aShop, aVariant, createTestDatabase, type TestDatabase } from '@hub/testing';
import {
  applyStockReport,
  blockReservations,
  liftBlock,
  markAttempt,
  markLinesPackaged,
  markNeverSent,
  markPlaced,
  pruneKeptFalls,
  releaseReservations,
  reserve,
  reserveAgain,
  reserveWhatIsFree,
} from '../src';
import { aShippingOrder, type StoredShippingOrder } from './a-shipping-order';

const SECOND = 1_000_000_000n;
/** When the attempts of these tests start. */
const SENT = 1_800_000_000n * SECOND;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** The attempt at an instant brings the receipt. */
async function place(shippingOrderId: string, atNs: bigint): Promise<string[]> {
  await database.db.$transaction((tx) => markAttempt(tx, shippingOrderId, atNs));
  return database.db.$transaction((tx) => markPlaced(tx, { shippingOrderId }));
}

/** A shipping shop with ten pieces of one article, and a shipping order for some, reserved but not sent. */
async function aReservedOrder(options: { deductedAt?: StockDeductedAt; quantities?: number[] } = {}) {
  const { db } = database;
  const { deductedAt = 'order', quantities = [3] } = options;
  const selling = await aShop(db);
  const { id: shopId } = await aShop(db, { stockDeductedAt: deductedAt });
  const { variantId, gtin } = await aVariant(db, { shopId, onHand: 10 });
  const lines = quantities.map((quantity) => ({ variantId, quantity }));
  const order = await aShippingOrder(db, { sellingShopId: selling.id, shippingShopId: shopId, lines });
  await db.$transaction((tx) =>
    reserve(
      tx,
      lines.map((line, index) => ({ ...line, shopId, shippingOrderLineId: lineOf(order, index) })),
    ),
  );
  const variant = { shopId, variantId };
  return {
    order,
    gtin,
    variant,
    line: lineOf(order, 0),
    committed: async () => Number((await db.variant.findFirstOrThrow({ where: variant })).committed),
    reservations: async () => db.reservation.findMany({ where: variant, orderBy: { quantity: 'asc' } }),
    report: async (decrease: number, changedAtNs: bigint) =>
      (await db.$transaction((tx) => applyStockReport(tx, [{ ...variant, decrease, changedAtNs }]))).map(
        (freed) => freed.gtin,
      ),
    /** As fulfilment does: first the line, then its reservation. */
    ship: async (pieces: number, atNs: bigint) =>
      db.$transaction(async (tx) => {
        const id = lineOf(order, 0);
        await tx.shippingOrderLine.update({ where: { id }, data: { packaged: { increment: pieces } } });
        return markLinesPackaged(tx, { shippingOrderLineIds: [id], atNs });
      }),
  };
}

/** Another shipping order for some of the variant's ten pieces, reserved but not sent: its id. */
async function anotherOrderOf(
  variant: { shopId: number; variantId: string },
  quantity: number,
): Promise<string> {
  const { db } = database;
  const selling = await aShop(db);
  const { shopId, variantId } = variant;
  const lines = [{ variantId, quantity }];
  const order = await aShippingOrder(db, { sellingShopId: selling.id, shippingShopId: shopId, lines });
  await db.$transaction((tx) =>
    reserve(tx, [{ ...variant, quantity, shippingOrderLineId: lineOf(order, 0) }]),
  );
  return order.id;
}

function lineOf({ lineIds }: StoredShippingOrder, index: number): string {
  return lineIds[index] ?? '';
}

describe('reserving (D17)', () => {
  it('subtracts pieces from free stock and names the article', async () => {
    const { db } = database;
    const { id: shopId } = await aShop(db);
    const { variantId, gtin } = await aVariant(db, { shopId, onHand: 5, committed: 1 });
    const shippingOrderLineId = randomUUID();

    const reserved = await db.$transaction((tx) =>
      reserve(tx, [{ shopId, variantId, shippingOrderLineId, quantity: 4 }]),
    );

    expect(reserved).toEqual({ reserved: true, articles: [{ gtin, fallen: 4 }] });
    expect(await db.variant.findFirst({ where: { shopId } })).toMatchObject({ onHand: 5n, committed: 5n });
    expect(await db.reservation.findMany({ where: { shopId } })).toMatchObject([
      { variantId, shippingOrderLineId, kind: 'reserved', quantity: 4, remaining: 4, consumableFrom: null },
    ]);
  });

  it('D16: never takes what its shop keeps back, unless the shop has given it already', async () => {
    const { db } = database;
    const { id: shopId } = await aShop(db, { stockBuffer: { default: 1, variants: { kept: 3 } } });
    const { variantId } = await aVariant(db, { shopId, variantId: 'kept', onHand: 4 });
    const ofPieces = (quantity: number) => [
      { shopId, variantId, shippingOrderLineId: randomUUID(), quantity },
    ];
    const refused = { reserved: false, short: [{ shopId, variantId }] };

    expect(await db.$transaction((tx) => reserve(tx, ofPieces(2)))).toEqual(refused);
    expect(await db.$transaction((tx) => reserve(tx, ofPieces(1)))).toMatchObject({ reserved: true });
    expect(await db.$transaction((tx) => reserveAgain(tx, ofPieces(1)))).toEqual(refused);
    await db.$transaction((tx) => reserveWhatIsFree(tx, ofPieces(3)));
    expect(await db.variant.findFirst({ where: { shopId } })).toMatchObject({ onHand: 4n, committed: 4n });
  });

  it('reserves all lines of a decision or none, and names what falls short', async () => {
    // Given five pieces of one variant, one of another, and one that was retired
    const { db } = database;
    const { id: shopId } = await aShop(db);
    await aVariant(db, { shopId, variantId: 'plenty', onHand: 5 });
    await aVariant(db, { shopId, variantId: 'few', onHand: 1 });
    await aVariant(db, { shopId, variantId: 'retired', onHand: 9, state: 'retired' });
    const line = (variantId: string, quantity: number) => ({
      shopId,
      variantId,
      shippingOrderLineId: randomUUID(),
      quantity,
    });

    // When two lines together request more than there is of one, beside others
    const requests = [
      line('plenty', 3),
      line('few', 1),
      line('plenty', 3),
      line('retired', 1),
      line('gone', 1),
    ];
    const reserved = await db.$transaction((tx) => reserve(tx, requests));

    // Then nothing is reserved
    const short = ['plenty', 'retired', 'gone'].map((variantId) => ({ shopId, variantId }));
    expect(reserved).toEqual({ reserved: false, short });
    expect(await db.reservation.count({ where: { shopId } })).toBe(0);
    expect(await db.variant.findMany({ where: { shopId, committed: { gt: 0 } } })).toEqual([]);
  });
});

describe('a shop that deducts at the order (D17)', () => {
  const attempt = (shippingOrderId: string, atNs: bigint) =>
    database.db.$transaction((tx) => markAttempt(tx, shippingOrderId, atNs));
  const placed = (shippingOrderId: string, attemptedAtNs?: bigint) =>
    database.db.$transaction((tx) =>
      markPlaced(tx, { shippingOrderId, ...(attemptedAtNs === undefined ? {} : { attemptedAtNs }) }),
    );

  it('its own sales do not consume what it has not accepted, sent or not', async () => {
    const { order, report, committed } = await aReservedOrder();

    expect(await report(2, SENT)).toEqual([]);
    await attempt(order.id, SENT);
    expect(await report(2, SENT + SECOND)).toEqual([]);

    expect(await committed()).toBe(3);
  });

  it('once it has accepted the order, decreases since the attempt are consumed, and later ones too', async () => {
    const { order, report, committed, gtin } = await aReservedOrder();
    await attempt(order.id, SENT);
    await report(1, SENT - 5n * SECOND);

    expect(await placed(order.id)).toEqual([gtin]);
    expect(await committed()).toBe(2);

    expect(await report(1, SENT + SECOND)).toEqual([gtin]);
    expect(await committed()).toBe(1);
  });

  it('the attempt that brought the receipt counts: decreases before it are the shop’s own sales', async () => {
    const { order, report, committed } = await aReservedOrder();
    await attempt(order.id, SENT);
    await report(2, SENT + SECOND);
    await attempt(order.id, SENT + 60n * SECOND);

    expect(await placed(order.id, SENT + 60n * SECOND)).toEqual([]);
    expect(await committed()).toBe(3);
  });

  it('if it is unknown which attempt it was, the last one counts', async () => {
    const { order, report, committed } = await aReservedOrder();
    await attempt(order.id, SENT);
    await attempt(order.id, SENT + 60n * SECOND);
    await report(1, SENT + 54n * SECOND);
    await report(1, SENT + 55n * SECOND);

    await placed(order.id);

    expect(await committed()).toBe(2);
  });

  it('a decrease reported before the first attempt is the shop’s own sale, however close', async () => {
    // Given another order in flight, for which decreases are kept
    const { order, variant, report, reservations } = await aReservedOrder({ quantities: [1] });
    await attempt(order.id, SENT);
    await report(1, SENT + SECOND);
    const later = await anotherOrderOf(variant, 3);

    // When it is sent and placed within the 5 s for clocks
    await attempt(later, SENT + 2n * SECOND);
    await placed(later);

    expect(await reservations()).toMatchObject([{ remaining: 1 }, { remaining: 3 }]);
    // Then the kept decrease belongs to the first order
    await placed(order.id);
    expect(await reservations()).toMatchObject([{ remaining: 0 }, { remaining: 3 }]);
  });

  it('each piece of a decrease is used once: what one order took is not there for the next', async () => {
    const { order, variant, report, reservations } = await aReservedOrder({ quantities: [2] });
    const next = await anotherOrderOf(variant, 3);
    for (const id of [order.id, next]) await attempt(id, SENT);
    await report(4, SENT + SECOND);

    await placed(next);
    expect(await reservations()).toMatchObject([{ remaining: 2 }, { remaining: 0 }]);
    await placed(order.id);

    expect(await reservations()).toMatchObject([{ remaining: 1 }, { remaining: 0 }]);
    expect(await database.db.stockFall.count({ where: variant })).toBe(0);
  });

  it('what certainly never reached the shop cannot have decreased its stock', async () => {
    const { order, report, reservations, variant } = await aReservedOrder();
    await attempt(order.id, SENT);
    await database.db.$transaction((tx) => markNeverSent(tx, order.id));

    await report(2, SENT + SECOND);

    expect(await reservations()).toMatchObject([{ remaining: 3, attemptedAt: null }]);
    expect(await database.db.stockFall.count({ where: variant })).toBe(0);
  });

  it('placing an order twice has one effect', async () => {
    const { order, report, committed } = await aReservedOrder();
    await attempt(order.id, SENT);
    await placed(order.id);
    await attempt(order.id, SENT + 60n * SECOND);
    await placed(order.id, SENT + 60n * SECOND);

    await report(3, SENT + SECOND);

    expect(await committed()).toBe(0);
  });

  it('decreases that no reservation can claim any more are deleted', async () => {
    const { order, variant, report } = await aReservedOrder();
    await attempt(order.id, SENT);
    await report(1, SENT + SECOND);
    expect(await pruneKeptFalls(database.db)).toBe(0);

    await database.db.$transaction((tx) => releaseReservations(tx, order.lineIds));

    expect(await pruneKeptFalls(database.db)).toBe(1);
    expect(await database.db.stockFall.count({ where: variant })).toBe(0);
  });

  it('a report of an older change consumes nothing', async () => {
    const { order, report, committed } = await aReservedOrder();
    await place(order.id, SENT);

    expect(await report(3, SENT - 6n * SECOND)).toEqual([]);
    expect(await committed()).toBe(3);
  });

  it('the rest of a shipped line ends with the next report, whatever it says', async () => {
    const { order, report, ship, committed, gtin } = await aReservedOrder();
    await place(order.id, SENT);
    await report(1, SENT);

    expect(await ship(3, SENT + 60n * SECOND)).toEqual([]);
    expect(await committed()).toBe(2);

    expect(await report(-5, SENT + 61n * SECOND)).toEqual([gtin]);
    expect(await committed()).toBe(0);
  });

  it('the rest of a shipped line does not end with a late figure from before its package, which may still count the pieces', async () => {
    const { order, report, ship, committed } = await aReservedOrder();
    await place(order.id, SENT);
    await ship(3, SENT + 60n * SECOND);

    await report(0, SENT + 59n * SECOND);
    expect(await committed()).toBe(3);

    await report(0, SENT + 60n * SECOND);
    expect(await committed()).toBe(0);
  });

  it('the rest of a partly shipped line is kept', async () => {
    const { order, report, ship, committed } = await aReservedOrder();
    await place(order.id, SENT);
    await ship(2, SENT + 60n * SECOND);

    await report(0, SENT + 61n * SECOND);

    expect(await committed()).toBe(3);
  });

  it('consumes the oldest order first', async () => {
    // Given two lines of one and of two pieces, sent together, the second reserved earlier
    const { order, report, reservations } = await aReservedOrder({ quantities: [1, 2] });
    await database.db.reservation.updateMany({
      where: { shippingOrderLineId: lineOf(order, 1) },
      data: { createdAt: new Date(0) },
    });
    await place(order.id, SENT);

    await report(1, SENT);
    expect(await reservations()).toMatchObject([{ remaining: 1 }, { remaining: 1 }]);

    await report(1, SENT);
    expect(await reservations()).toMatchObject([{ remaining: 1 }, { remaining: 0 }]);
  });
});

describe('a shop that deducts at shipment (D17)', () => {
  it('its reports consume from the package on', async () => {
    const { order, report, ship, committed, reservations, gtin } = await aReservedOrder({
      deductedAt: 'shipment',
    });
    await place(order.id, SENT);

    await report(3, SENT + SECOND);
    expect(await reservations()).toMatchObject([{ remaining: 3, consumableFrom: null }]);

    expect(await ship(3, SENT + 60n * SECOND)).toEqual([]);
    expect(await report(3, SENT + 60n * SECOND)).toEqual([gtin]);
    expect(await committed()).toBe(0);
  });

  it('pieces that are in no package yet are kept, however far its stock decreases', async () => {
    const { report, ship, committed } = await aReservedOrder({ deductedAt: 'shipment' });

    await ship(1, SENT);
    await report(3, SENT);
    expect(await committed()).toBe(2);

    await ship(2, SENT + 60n * SECOND);
    await report(2, SENT + 60n * SECOND);
    expect(await committed()).toBe(0);
  });

  it('a decrease reported before its package is known is consumed with the package', async () => {
    const { order, report, ship, committed, gtin } = await aReservedOrder({ deductedAt: 'shipment' });
    await place(order.id, SENT);
    expect(await report(3, SENT + 55n * SECOND)).toEqual([]);

    expect(await ship(3, SENT + 60n * SECOND)).toEqual([gtin]);
    expect(await committed()).toBe(0);
  });

  it('the shop’s own sale more than 5 s before the package is not consumed with it', async () => {
    const { order, report, ship, committed } = await aReservedOrder({ deductedAt: 'shipment' });
    await place(order.id, SENT);
    await report(3, SENT + 55n * SECOND - 1n);

    expect(await ship(3, SENT + 60n * SECOND)).toEqual([]);
    expect(await committed()).toBe(3);
  });

  it('a decrease reported before the order was sent is not consumed with it', async () => {
    const { order, report, ship, committed } = await aReservedOrder({ deductedAt: 'shipment' });
    await report(3, SENT + 60n * SECOND);
    await place(order.id, SENT);

    await ship(3, SENT + 60n * SECOND);

    expect(await committed()).toBe(3);
  });

  it('one decrease frees the pieces of one package, not of two', async () => {
    const { order, report, ship, committed } = await aReservedOrder({ deductedAt: 'shipment' });
    await place(order.id, SENT);
    await report(1, SENT + 60n * SECOND);

    await ship(1, SENT + 60n * SECOND);
    expect(await committed()).toBe(2);
    await ship(1, SENT + 61n * SECOND);

    expect(await committed()).toBe(2);
  });
});

describe('stopped, refused, cannot ship (D17)', () => {
  it('stopped: free at once, and only once', async () => {
    const { order, committed, reservations, gtin } = await aReservedOrder({ quantities: [2, 3] });
    const release = () => database.db.$transaction((tx) => releaseReservations(tx, order.lineIds));

    expect(await release()).toEqual([gtin]);
    expect(await committed()).toBe(0);
    expect(await reservations()).toMatchObject([
      { remaining: 0, endedAt: expect.any(Date) },
      { remaining: 0, endedAt: expect.any(Date) },
    ]);
    expect(await release()).toEqual([]);
  });

  it('stopped: what a report has consumed is not returned', async () => {
    const { order, report, committed } = await aReservedOrder();
    await place(order.id, SENT);
    await report(2, SENT);

    await database.db.$transaction((tx) => releaseReservations(tx, order.lineIds));

    expect(await committed()).toBe(0);
  });

  it('refused: the stock stays blocked until the shop’s next report, whatever it says', async () => {
    const { order, report, committed, reservations, gtin } = await aReservedOrder();
    await database.db.$transaction((tx) =>
      blockReservations(tx, { shippingOrderLineIds: order.lineIds, atNs: SENT }),
    );
    expect(await reservations()).toMatchObject([{ kind: 'block', remaining: 3 }]);
    expect(await committed()).toBe(3);

    expect(await report(3, SENT - 6n * SECOND)).toEqual([]);
    expect(await report(0, SENT)).toEqual([gtin]);
    expect(await committed()).toBe(0);
  });

  it('a block outlasts the stop of its order', async () => {
    const { order, committed } = await aReservedOrder();
    await database.db.$transaction((tx) =>
      blockReservations(tx, { shippingOrderLineIds: order.lineIds, atNs: SENT }),
    );

    expect(await database.db.$transaction((tx) => releaseReservations(tx, order.lineIds))).toEqual([]);
    expect(await committed()).toBe(3);
  });

  it('support lifts only a block', async () => {
    const { order, committed, reservations, gtin } = await aReservedOrder();
    const id = (await reservations())[0]?.id ?? '';
    const lift = () => database.db.$transaction((tx) => liftBlock(tx, id));

    expect(await lift()).toEqual([]);
    await database.db.$transaction((tx) =>
      blockReservations(tx, { shippingOrderLineIds: order.lineIds, atNs: SENT }),
    );
    expect(await lift()).toEqual([gtin]);
    expect(await lift()).toEqual([]);
    expect(await committed()).toBe(0);
  });
});

describe('reports of many variants at once', () => {
  it('each consumes its own variant’s reservations, in the order given', async () => {
    const { db } = database;
    const [one, two] = [await aReservedOrder(), await aReservedOrder()];
    for (const { order } of [one, two]) await place(order.id, SENT);

    const freed = await db.$transaction((tx) =>
      applyStockReport(tx, [
        { ...two.variant, decrease: 1, changedAtNs: SENT },
        { ...one.variant, decrease: 3, changedAtNs: SENT - 6n * SECOND },
        { ...two.variant, decrease: 1, changedAtNs: SENT + SECOND },
        { shopId: one.variant.shopId, variantId: 'unknown', decrease: 1, changedAtNs: SENT },
      ]),
    );

    expect(freed).toEqual([{ ...two.variant, gtin: two.gtin, pieces: 2 }]);
    expect([await one.committed(), await two.committed()]).toEqual([3, 1]);
  });

  it('without reports or lines, nothing changes', async () => {
    const { db } = database;

    expect(await applyStockReport(db, [])).toEqual([]);
    expect(await releaseReservations(db, [])).toEqual([]);
    expect(await markLinesPackaged(db, { shippingOrderLineIds: [], atNs: SENT })).toEqual([]);
  });
});
