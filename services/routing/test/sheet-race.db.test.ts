import { createDatabase, inTransaction, rows, type Database, type Tx } from '@hub/database';
import { applySheet, parseSheet, type Sheet } from '@hub/shops';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aSheet,
  aShop,
  aVariant,
  eventually,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { RoutingWorld } from './routing-world';

const WaitingRow = z.object({ waiting: z.int() });
const KeptRow = z.object({ kept: z.int() });

const GTIN = aGtin(1);
const ENV = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' };

let world: RoutingWorld;
let seller: StoredShop;
let shipper: { id: number };
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: GTIN });
  await apply({});
  shipper = await world.db.shop.findUniqueOrThrow({ where: { slug: 'nordic-outdoor' } });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 9 });
});

interface Change {
  orders?: 'live' | 'draining' | 'off';
  split_rate?: { default: number };
  destination_countries?: string[];
  injection_vat?: string;
}

function sheet({ orders = 'live', ...change }: Change): Sheet {
  const rest = { cancellation: 'off', returns: 'off' };
  const capabilities = { products: 'live', inventory: 'live', orders, ...rest };
  const read = parseSheet(aSheet({ ...change, capabilities }), ENV, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.sheet;
}

const apply = (change: Change) =>
  inTransaction(world.db, (tx) => applySheet(tx, sheet(change), TEST_ENCRYPTION_KEY));
const switchOff = (tx: Tx) => applySheet(tx, sheet({ orders: 'off' }), TEST_ENCRYPTION_KEY);

/** Another transaction waits for a lock that the open one holds. */
const untilOneWaits = () =>
  eventually(async () => {
    const [locks] = await rows(
      WaitingRow,
      world.db.$queryRaw`
      SELECT count(*)::int AS waiting FROM pg_locks
      WHERE locktype = 'advisory' AND NOT granted AND database = (
        SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(locks?.waiting).toBe(1);
  });

/** A database whose finished transactions are committed only once another waits for them. */
function committingLate(): { db: Database; context: ReturnType<RoutingWorld['context']> } {
  const db = createDatabase(world.url);
  const context = {
    ...world.context(db),
    transact: <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(db, async (tx) => {
        const result = await work(tx);
        await untilOneWaits();
        return result;
      }),
  };
  return { db, context };
}

describe('D25: a sheet that switches orders off, and a routing decision, at the same moment', () => {
  const shippingOrders = () => world.db.shippingOrder.count({ where: { shopId: shipper.id } });
  const order = () => anOrder({ line_items: [anOrderLine({ variant_id: 'V-1' })] });

  it('the decision first: the sheet sees what it gave the shop, and is refused', async () => {
    const id = await world.accept(seller.id, order());
    const { db, context } = committingLate();
    const routing = world.routeIn(context, id);
    // Of the selling shop and of the chosen one.
    await eventually(async () => expect(await sheetsKept()).toBe(2));
    const applied = await inTransaction(world.db, switchOff);
    await routing;
    await db.$disconnect();
    expect(applied.kind).toBe('refused');
    expect(await shippingOrders()).toBe(1);
  });

  it('the sheet first: the decision made before is made again, and the line waits', async () => {
    const id = await world.accept(seller.id, order());
    let routing: Promise<unknown> = Promise.resolve();
    const applied = await inTransaction(world.db, async (tx) => {
      const result = await switchOff(tx);
      routing = world.route(id);
      await untilOneWaits();
      return result;
    });
    await routing;
    expect(applied.kind).toBe('changed');
    expect(await shippingOrders()).toBe(0);
    expect((await world.db.orderLine.findFirstOrThrow()).waitingReason).toBe('no_candidate');
  });

  it('an order accepted first: the sheet of its selling shop sees its line, and is refused', async () => {
    await aVariant(world.db, { shopId: shipper.id, variantId: 'V-1', gtin: aGtin(2) });
    const { db, context } = committingLate();
    const taken = world.receiveIn(context, { shopId: shipper.id, order: order() });
    await eventually(async () => expect(await sheetsKept()).toBe(1));
    const applied = await inTransaction(world.db, switchOff);
    expect(await taken).toMatchObject({ status: 200 });
    await db.$disconnect();
    expect(applied.kind).toBe('refused');
  });
});

describe('D19: a decision is stored only if every sheet it was decided on is in force', () => {
  const CHANGES: [string, Change][] = [
    ['draining', { orders: 'draining' }],
    ['another split rate', { split_rate: { default: 0.1 } }],
    ['a country removed', { destination_countries: ['NO'] }],
    ['another injection VAT', { injection_vat: 'never' }],
  ];
  const order = () => anOrder({ line_items: [anOrderLine({ variant_id: 'V-1' })] });
  const placements = () =>
    world.db.shippingOrder.findMany({ select: { shopId: true, lines: { select: { calculation: true } } } });

  /** What is stored where nothing else happens. */
  async function decidedAlone(change: Change) {
    await apply(change);
    await world.route(await world.accept(seller.id, order()));
    const alone = await placements();
    await world.db.$executeRaw`TRUNCATE seller_order, reservation CASCADE`;
    await world.db.variant.updateMany({ data: { committed: 0 } });
    await apply({});
    return alone;
  }

  it.each(CHANGES)(
    'order.route decides while the sheet changes (%s): by the new sheet',
    async (_, change) => {
      const byTheNewSheet = await decidedAlone(change);
      const id = await world.accept(seller.id, order());
      let routing: Promise<unknown> = Promise.resolve();
      await inTransaction(world.db, async (tx) => {
        await applySheet(tx, sheet(change), TEST_ENCRYPTION_KEY);
        routing = world.route(id);
        await untilOneWaits();
      });
      await routing;
      expect(await placements()).toEqual(byTheNewSheet);
    },
  );

  it.each(CHANGES)(
    'a batch whose sheets are read again after it decided (%s) stores nothing',
    async (_, change) => {
      const decided = () => apply(change);
      const received = world.receiveTogether([{ shopId: seller.id, order: order() }], { decided });
      await expect(received).rejects.toMatchObject({ name: 'SheetOutdated' });
      expect(await placements()).toEqual([]);
    },
  );

  it('a shop that was not chosen, by a sheet that is not in force any more: nothing is stored', async () => {
    await apply({ orders: 'draining' });
    const other = await aShop(world.db, { slug: 'other' });
    await aVariant(world.db, { shopId: other.id, variantId: 'O-1', gtin: GTIN, onHand: 1 });
    const decided = () => apply({ orders: 'live' });
    const received = world.receiveTogether([{ shopId: seller.id, order: order() }], { decided });
    await expect(received).rejects.toMatchObject({ name: 'SheetOutdated' });
  });

  it('order.route decides again if the sheet of the selling shop has changed', async () => {
    await aVariant(world.db, { shopId: shipper.id, variantId: 'V-1', gtin: aGtin(2) });
    const other = await aShop(world.db, { slug: 'other' });
    await aVariant(world.db, { shopId: other.id, variantId: 'O-1', gtin: aGtin(2), onHand: 1 });
    const id = await world.accept(shipper.id, order());
    let tries = 0;
    await world.routeWhile(id, /pg_advisory_xact_lock_shared/, async () => {
      tries += 1;
      await apply({ injection_vat: 'never' });
    });
    expect(tries).toBe(2);
    expect(await world.db.shippingOrder.count({ where: { shopId: other.id } })).toBe(1);
  });
});

/** How many sheets are locked against changes. */
async function sheetsKept(): Promise<number> {
  const [locks] = await rows(
    KeptRow,
    world.db.$queryRaw`
    SELECT count(*)::int AS kept FROM pg_locks
    WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return locks?.kept ?? 0;
}
