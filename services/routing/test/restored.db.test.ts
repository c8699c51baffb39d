import { createDatabase, inTransaction } from '@hub/database';
import { leaveMarker, lookAtWaiting } from '@hub/orders/records';
import {
  closeGap,
  doubtPlanned,
  findOpenGap,
  keepReport,
  openGap,
  routeWaitingAgain,
} from '@hub/orders/restore';
import { createShopCalls, createShopDirectory } from '@hub/shops';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  createBareDatabase,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalStore } from './local-store';
import { placeOne } from './place-one';
import { RoutingWorld } from './routing-world';

/** D18: the database is restored to a moment; the stores have gone on. Each of them is a copy of the database of that moment. */

const HAT = aGtin(1);
const PLANNED = 'planned-before';
const WAITING = 'waiting-before';
const FORGOTTEN = 'came-after';

let near: LocalStore;
let far: LocalStore;
/** The database that ran on after the backup, and the restored one. */
let lost: RoutingWorld;
let restored: RoutingWorld;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  closing = [];
  [near, far] = [await LocalStore.open(), await LocalStore.open()];
  closing.push(
    () => near.close(),
    () => far.close(),
  );
  const backup = await atTheBackup();
  lost = await aCopyOf(backup);
  restored = await aCopyOf(backup);
}, 60_000);
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
}, 60_000);

/** One order is planned and one waits. @returns the database's name; it has no connections. */
async function atTheBackup(): Promise<string> {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const world = new RoutingWorld(database);
  const seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: HAT });
  for (const [slug, store] of Object.entries({ near, far })) {
    const shop = await aShop(world.db, { slug, storeApiRoot: store.url });
    // Without coordinates more stock decides.
    const onHand = slug === 'near' ? 9 : 5;
    await aVariant(world.db, { shopId: shop.id, variantId: `S-${slug}`, gtin: HAT, onHand });
  }
  await route(world, await world.accept(seller.id, theOrder(PLANNED)));
  await world.accept(seller.id, theOrder(WAITING));
  await database.db.$disconnect();
  return new URL(database.url).pathname.slice(1);
}

async function aCopyOf(name: string): Promise<RoutingWorld> {
  const { url, drop } = await createBareDatabase(name);
  const db = createDatabase(url, { poolSize: 8 });
  closing.push(async () => {
    await db.$disconnect();
    await drop();
  });
  return new RoutingWorld({ url, db, drop });
}

const theOrder = (orderId: string) =>
  anOrder({
    order_id: orderId,
    created_at: new Date(Date.now() - 3_600_000).toISOString(),
    line_items: [anOrderLine({ line_item_id: 'L-1', variant_id: 'V-1' })],
  });

const sellerOf = (world: RoutingWorld) => world.db.shop.findUniqueOrThrow({ where: { slug: 'seller' } });

const route = (world: RoutingWorld, sellerOrderId: string) => world.route(sellerOrderId);

/** The shop's event, sent for the first time or again. */
async function receive(world: RoutingWorld, orderId: string): Promise<void> {
  const [verdict] = await world.receiveTogether([
    { shopId: (await sellerOf(world)).id, order: theOrder(orderId) },
  ]);
  expect(verdict).toMatchObject({ status: 200 });
}

/** Everything that waits is routed, and everything not placed is sent. */
async function goOn(world: RoutingWorld): Promise<void> {
  for (const { id } of await world.db.sellerOrder.findMany()) await route(world, id);
  await sendAll(world);
}

async function sendAll(world: RoutingWorld): Promise<void> {
  const { db, logger } = world;
  const directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
  await directory.start();
  const calls = createShopCalls({
    db,
    directory,
    logger,
    timeoutMs: 10_000,
    retryBaseMs: 1,
    allowInsecureStores: true,
  });
  const placing = { calls, now: () => Date.now(), waitsMs: [60_000], leaseMs: 30_000 };
  const open = await db.shippingOrder.findMany({ where: { state: { in: ['planned', 'sending'] } } });
  for (const { id } of open) await placeOne(world, id, placing);
  await calls.stop();
  await directory.stop();
}

/** As `hub restore reconcile` does it. */
const reconcile = (world: RoutingWorld, lostUntil = new Date()) =>
  inTransaction(world.db, async (tx) => {
    const lostFrom = new Date(lostUntil.getTime() - 60_000);
    await openGap(tx, { lostFrom, lostUntil, openedBy: 'test' });
    await doubtPlanned(tx, new Date());
  });

/** A store's own list, as `hub restore list` loads it; and once both are loaded, `hub restore close`. */
async function listAndClose(world: RoutingWorld): Promise<void> {
  await inTransaction(world.db, async (tx) => {
    const gap = await findOpenGap(tx);
    if (!gap) throw new Error('no gap');
    for (const [slug, store] of Object.entries({ near, far })) {
      const { id: shopId } = await tx.shop.findUniqueOrThrow({ where: { slug } });
      const placements = [...store.orders].map(([externalRef, storeOrderId]) => ({
        externalRef,
        storeOrderId,
        positions: [1],
      }));
      await keepReport(tx, { gapId: gap.id, shopId, reportedBy: 'test', placements, now: new Date() });
    }
    await closeGap(tx, { id: gap.id, closedBy: 'test', now: new Date() });
    await routeWaitingAgain(tx);
  });
}

/** The shop sent their cancellations first: each left its marker, so that its order is held. */
const cancelledBefore = async (world: RoutingWorld, orderIds: string[]) => {
  const { id: shopId } = await sellerOf(world);
  const markers = orderIds.map((orderId) => ({
    shopId,
    orderId,
    eventId: `cancel ${orderId}`,
    correlation: 'C',
  }));
  await inTransaction(world.db, async (tx) => {
    for (const marker of markers) await leaveMarker(tx, { ...marker, reason: undefined });
  });
};

/** The shop that was chosen by stock has sold the rest since: any decision now chooses the other. */
const sellOut = (world: RoutingWorld, onHand = 0) =>
  world.db.variant.updateMany({ where: { variantId: 'S-near' }, data: { onHand } });

const shopsOf = async (world: RoutingWorld) => {
  const placed = await world.db.shippingOrder.findMany({
    include: { order: { select: { orderId: true } } },
    orderBy: { createdAt: 'asc' },
  });
  const slugs = new Map((await world.db.shop.findMany()).map(({ id, slug }) => [id, slug]));
  return placed
    .map(({ order, shopId, state }) => `${order.orderId} ${state} ${slugs.get(shopId)}`)
    .toSorted();
};

describe('a database that was restored', () => {
  beforeEach(async () => {
    await receive(lost, FORGOTTEN);
    await goOn(lost);
  });

  it('without being reconciled, it would have lines placed at a second shop', async () => {
    await sellOut(restored, 1);
    await receive(restored, FORGOTTEN);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
    await goOn(restored);
    expect(far.orders.size).toBe(2);
  });

  it('places nothing until shops have listed what they have: neither what waited nor what is sent again', async () => {
    await sellOut(restored, 1);
    await reconcile(restored);
    await receive(restored, FORGOTTEN);
    await goOn(restored);
    expect(await shopsOf(restored)).toEqual([`${PLANNED} placed near`]);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
  });

  it('then has every line where it is: the same references again, and nothing is placed twice', async () => {
    await sellOut(restored, 1);
    await reconcile(restored);
    await receive(restored, FORGOTTEN);
    const before = [...near.orders];
    await listAndClose(restored);
    await goOn(restored);
    expect(await shopsOf(restored)).toEqual([
      `${FORGOTTEN} placed near`,
      `${PLANNED} placed near`,
      `${WAITING} placed near`,
    ]);
    expect([...near.orders]).toEqual(before);
    expect(far.orders.size).toBe(0);
    expect(await restored.stockFaults()).toEqual([]);
  });

  it('finds an order that is sent again only after the gap was closed, too', async () => {
    await sellOut(restored, 1);
    await reconcile(restored);
    await listAndClose(restored);
    await receive(restored, FORGOTTEN);
    await goOn(restored);
    expect(await shopsOf(restored)).toContain(`${FORGOTTEN} placed near`);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
  });

  it('finds one that is held, too, so that its packages are known and a cancellation knows whom to ask', async () => {
    await sellOut(restored, 1);
    await reconcile(restored);
    await listAndClose(restored);
    await cancelledBefore(restored, [FORGOTTEN, 'stopped-at-every-shop']);
    await restored.takeCommands();
    await receive(restored, FORGOTTEN);
    await receive(restored, 'stopped-at-every-shop');
    // Each is looked up, held as it is.
    expect(await restored.takeCommands('order.route')).toHaveLength(2);
    await goOn(restored);
    expect(await shopsOf(restored)).toEqual([
      `${FORGOTTEN} placed near`,
      `${PLANNED} placed near`,
      `${WAITING} placed near`,
    ]);
    expect(await restored.db.sellerOrder.count({ where: { state: 'held' } })).toBe(2);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
  });

  it('finds a placement that was made before one that is known again', async () => {
    await sellOut(restored, 1);
    await reconcile(restored);
    // Three were found before: of other lines, which their shops gave back first.
    await restored.db.sellerOrder.updateMany({ where: { orderId: WAITING }, data: { placements: 3 } });
    await listAndClose(restored);
    await goOn(restored);
    expect(await shopsOf(restored)).toContain(`${WAITING} placed near`);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
    const { placements } = await restored.db.sellerOrder.findFirstOrThrow({ where: { orderId: WAITING } });
    expect(placements).toBe(3);
  });

  it('D18: has sent what it finds, with an unknown outcome: a refusal does not prove that its shop lacks it', async () => {
    await reconcile(restored);
    await listAndClose(restored);
    near.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
    await goOn(restored);
    expect(await shopsOf(restored)).toContain(`${WAITING} disputed near`);
  });

  it('takes orders that are sold after the restore, and routes them as always', async () => {
    const order = theOrder('sold-later');
    await reconcile(restored, new Date(Date.parse(order.created_at) - 60_000));
    await receive(restored, order.order_id);
    expect(await shopsOf(restored)).toContain('sold-later planned near');
  });
});

describe('D19: a shop that has a line since before the restore is recorded, whatever has changed there since', () => {
  beforeEach(async () => {
    await receive(lost, FORGOTTEN);
    await goOn(lost);
    await reconcile(restored);
  });

  const NEAR = { slug: 'near' };
  const changeNear = (data: Parameters<typeof restored.db.shop.update>[0]['data']) =>
    restored.db.shop.update({ where: NEAR, data });
  const changeItsHat = (data: { state?: 'retired'; gtin?: null; barcode?: null; onHand?: number }) =>
    restored.db.variant.updateMany({ where: { variantId: 'S-near' }, data });
  const setSplitRate = async (rates: readonly number[]) => {
    const { id: shopId } = await restored.db.shop.findUniqueOrThrow({ where: NEAR });
    await restored.db.splitRate.deleteMany({ where: { shopId } });
    const data = rates.map((rate) => ({ shopId, variantId: '', appliesFrom: 0n, rate }));
    await restored.db.splitRate.createMany({ data });
  };

  it.each([
    ['it is draining', () => changeNear({ orders: 'draining' })],
    ['it does not ship to the country any more', () => changeNear({ destinationCountries: ['NO'] })],
    ['it has another currency', () => changeNear({ currency: 'NOK' })],
    ['its article is retired', () => changeItsHat({ state: 'retired', onHand: 0 })],
    ['its article is unlinked', () => changeItsHat({ gtin: null })],
    ['its article has no barcode any more', () => changeItsHat({ gtin: null, barcode: null })],
    [
      "the selling shop's article is unlinked",
      () => restored.db.variant.updateMany({ where: { variantId: 'V-1' }, data: { gtin: null } }),
    ],
  ])('%s', async (_, change) => {
    await receive(restored, FORGOTTEN);
    await change();
    await listAndClose(restored);
    await goOn(restored);
    expect(await shopsOf(restored)).toContain(`${FORGOTTEN} placed near`);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
    expect(near.bodies.filter((body) => !body.includes('"variant_id":"S-near"'))).toEqual([]);
  });

  it('only a missing rate delays it: no other shop gets the line meanwhile, and an alert says why', async () => {
    await receive(restored, FORGOTTEN);
    await setSplitRate([]);
    await changeItsHat({ state: 'retired', onHand: 0 });
    await listAndClose(restored);
    await goOn(restored);
    const { lines } = await restored.order(FORGOTTEN);
    expect(lines).toMatchObject([{ state: 'waiting', waitingReason: 'no_split_rate' }]);
    expect([near.orders.size, far.orders.size]).toEqual([3, 0]);
    const alerts = await restored.db.alert.findMany({ where: { kind: 'line_blocked', state: 'open' } });
    expect(alerts[0]?.message).toContain('A shop already has a line');

    await setSplitRate([0.75]);
    const later = Date.now() + 3_600_000;
    const part = { after: null, limit: 100, roundMs: 60_000, now: later };
    const { orders } = await inTransaction(restored.db, (tx) => lookAtWaiting(tx, part));
    const { id } = await restored.order(FORGOTTEN);
    expect(orders).toContainEqual(expect.objectContaining({ sellerOrderId: id }));
    await goOn(restored);
    expect(await shopsOf(restored)).toContain(`${FORGOTTEN} placed near`);
  });
});

it('D18: what was planned may have been sent in the forgotten time: a refusal does not prove that its shop lacks it', async () => {
  await reconcile(restored);
  near.fault = { kind: 'status', status: 404, code: 'unknown_variant' };
  await sendAll(restored);
  expect(await shopsOf(restored)).toEqual([`${PLANNED} disputed near`]);
});
