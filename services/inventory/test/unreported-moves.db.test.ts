import { randomUUID } from 'node:crypto';
import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import { unreportedMoves, writeAfterMoves } from '../src/quantity/unreported-moves';
import { changed, StockWorld, SYNC_INTERVAL_MS } from './stock-world';

/** D16: a platform changes its own figure when it sells and cancels; where no write follows from that, one is made. */

const GTIN = aGtin(900_011);
const HOUR_MS = 3_600_000;
const SOLD_AT = Date.now() - 60_000;
const ns = (ms: number) => BigInt(ms) * 1_000_000n;

let world: StockWorld;
let seller: number;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await world.clear();
  seller = (await aShop(world.db)).id;
  const shipper = (await aShop(world.db)).id;
  await aVariant(world.db, { shopId: seller, variantId: 'V-1', gtin: GTIN, onHand: 0 });
  await aVariant(world.db, { shopId: shipper, variantId: 'V-1', gtin: GTIN, onHand: 5 });
  await world.transact((tx) => recalculateArticles(tx, changed([GTIN]), at()));
  await shownAt(SOLD_AT - 60_000);
});
afterAll(() => world.close());

const at = () => ({ now: Date.now(), syncIntervalMs: SYNC_INTERVAL_MS });
const row = () => world.networkQuantity(seller, 'V-1');
const look = () =>
  world.transact((tx) => writeAfterMoves(tx, { since: Date.now() - HOUR_MS, until: Date.now() + 1_000 }));

/** The store shows the target, as it reported at that time. */
async function shownAt(ms: number): Promise<void> {
  await inSync({ reportChangedAt: ns(ms) });
}

/** The store confirmed a write that began at that time. */
async function writtenFrom(ms: number): Promise<void> {
  await inSync({ writtenFrom: new Date(ms) });
}

async function inSync(as: { reportChangedAt?: bigint; writtenFrom?: Date }): Promise<void> {
  await world.db.networkQuantity.updateMany({
    data: { state: 'in_step', reported: 5, written: 5, nextAttemptAt: null, ...as },
  });
}

interface OrderOptions {
  orderId?: string;
  state?: 'waiting' | 'stopped' | 'shipped' | 'own';
  receivedAt?: Date;
}

async function anOrder(options: OrderOptions = {}) {
  const { orderId = randomUUID(), state = 'stopped', receivedAt = new Date() } = options;
  await world.db.sellerOrder.create({
    data: {
      id: randomUUID(),
      shopId: seller,
      orderId,
      placedAt: ns(SOLD_AT),
      currency: 'EUR',
      mode: 'live',
      destinationCountry: 'SE',
      shippingCost: 0,
      totalDiscounts: 0,
      correlation: 'test',
      receivedAt,
      lines: {
        create: {
          id: randomUUID(),
          position: 0,
          lineItemId: '1',
          variantId: 'V-1',
          quantity: 1,
          unitPrice: 1,
          state,
        },
      },
    },
  });
}

describe('D16: a sale that no write of the network quantity followed', () => {
  it('causes another write: the store shows less than what was written last', async () => {
    await anOrder();
    expect(await look()).toBe(1);
    expect(await row()).toMatchObject({ state: 'due', target: 5, reported: null, written: 5 });
    expect((await row())?.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('does not count as shown when the target is recalculated', async () => {
    await anOrder();
    await look();
    await world.transact((tx) => recalculateArticles(tx, changed([GTIN]), at()));
    expect(await row()).toMatchObject({ state: 'due', target: 5 });
  });

  it('is over with the receipt of a write that began after it', async () => {
    await anOrder();
    await look();
    await writtenFrom(Date.now());
    expect(await look()).toBe(0);
  });

  it('is not hidden by an earlier write, though the clock of the store is a minute behind', async () => {
    await writtenFrom(Date.now() - 30_000);
    await anOrder();
    expect(await look()).toBe(1);
  });

  it('needs nothing where the store reported its decrease', async () => {
    await anOrder();
    await shownAt(SOLD_AT - 1_000);
    expect(await look()).toBe(0);
  });

  it.each([
    ['a line of the shop’s own', { state: 'own' as const }],
    ['an order of long ago', { receivedAt: new Date(Date.now() - 2 * HOUR_MS) }],
  ])('is none: %s', async (_, order) => {
    await anOrder(order);
    expect(await look()).toBe(0);
  });

  it('has its write though the target returns before it is sent', async () => {
    await anOrder();
    await world.db.networkQuantity.updateMany({ data: { state: 'due', target: 4 } });
    expect(await look()).toBe(1);
    await world.transact((tx) => recalculateArticles(tx, changed([GTIN]), at()));
    expect(await row()).toMatchObject({ state: 'due', target: 5, reported: null });
  });

  it('needs nothing where a write is in flight anyway', async () => {
    await anOrder();
    await world.db.networkQuantity.updateMany({ data: { state: 'writing' } });
    expect(await look()).toBe(0);
  });
});

describe('D16: a cancellation that no write of the network quantity followed', () => {
  const LONG_AGO = new Date(Date.now() - 2 * HOUR_MS);

  /** An order of long ago is cancelled. */
  async function aCancelledOrder(options: Pick<OrderOptions, 'state'> = { state: 'shipped' }) {
    const orderId = randomUUID();
    await anOrder({ ...options, orderId, receivedAt: LONG_AGO });
    await world.db.eventLedger.create({
      data: {
        shopId: seller,
        eventId: randomUUID(),
        event: 'order.cancelled',
        subject: orderId,
        bodySha256: Buffer.alloc(32),
        status: 409,
        code: 'order_already_shipped',
      },
    });
  }

  it('causes another write, though the order has shipped: the platform has put its pieces back', async () => {
    await aCancelledOrder();
    expect(await look()).toBe(1);
    expect(await row()).toMatchObject({ state: 'due', target: 5, reported: null });
  });

  it('causes one where the target is 0: the store shows a piece that no shop has', async () => {
    await aCancelledOrder();
    await world.db.networkQuantity.updateMany({ data: { target: 0, written: 0, reported: 0 } });
    expect(await look()).toBe(1);
  });

  it('is over with the receipt of a write that began after it', async () => {
    await aCancelledOrder();
    await look();
    await writtenFrom(Date.now() + 1);
    expect(await look()).toBe(0);
  });

  it('needs nothing where the store reported its increase', async () => {
    await aCancelledOrder();
    await shownAt(Date.now());
    expect(await look()).toBe(0);
  });

  it('is none for a line of the shop’s own', async () => {
    await aCancelledOrder({ state: 'own' });
    expect(await look()).toBe(0);
  });
});

describe('the sweep of such moves', () => {
  const sweep = unreportedMoves(SYNC_INTERVAL_MS);
  const runAt = (now: number) => world.transact((tx) => sweep.run(tx, now));

  it('looks at each move once, a sync cycle after it: usually a write has followed by then', async () => {
    const now = Date.now();
    await runAt(now);
    await world.db.sweepProgress.updateMany({ data: { lookedUntil: new Date(now - SYNC_INTERVAL_MS) } });
    await anOrder({ receivedAt: new Date(now) });
    expect(await runAt(now + SYNC_INTERVAL_MS - 1_000)).toBe(0);
    expect(await runAt(now + SYNC_INTERVAL_MS + 1_000)).toBe(1);
    await shownAt(SOLD_AT - 60_000);
    expect(await runAt(now + SYNC_INTERVAL_MS + 2_000)).toBe(0);
  });

  it('waits for orders whose transaction may still run, however short the cycle', async () => {
    const now = Date.now();
    const short = unreportedMoves(1_000);
    await world.transact((tx) => short.run(tx, now));
    await world.db.sweepProgress.updateMany({ data: { lookedUntil: new Date(now - 1_000) } });
    await anOrder({ receivedAt: new Date(now) });
    expect(await world.transact((tx) => short.run(tx, now + 29_000))).toBe(0);
    expect(await world.transact((tx) => short.run(tx, now + 31_000))).toBe(1);
  });

  it('goes on where it was, a part at a time, after no copy ran for hours', async () => {
    const now = Date.now();
    await runAt(now);
    const hoursAgo = now - 5 * HOUR_MS;
    await world.db.sweepProgress.updateMany({ data: { lookedUntil: new Date(hoursAgo) } });
    await anOrder({ receivedAt: new Date(hoursAgo + 40_000) });
    expect(await runAt(now)).toBe(0);
    expect(await runAt(now)).toBe(1);
  });
});
