import { cancelOrder, placeOrder, readProductsPage, writeInventory } from '@hub/store-calls';
import { inTransaction } from '@hub/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHoldProber, resumeCalls } from '../src';
import { receipt, refusal, type ReceivedCall } from './a-store';
import { CallsWorld, CANCEL, SHIPPING_ORDER, WRITE } from './calls-world';

const SECOND = 1_000;
const FIVE_MINUTES = 300 * SECOND;

let world: CallsWorld;
beforeAll(async () => {
  world = await CallsWorld.open();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

const sent = () => world.store.received.map(({ method, path }) => `${method} ${path}`);
const alerts = () => world.db.alert.findMany({ orderBy: { firstAt: 'asc' } });
const shopRow = () => world.db.shop.findFirstOrThrow();

/** A store that has just answered a write of a network quantity with this status. */
async function aHeldShop(status = 401) {
  const shop = await world.aShop();
  const service = await world.aService();
  world.store.answer = refusal(status);
  expect(await service.calls.send(shop.id, writeInventory(WRITE))).toMatchObject({
    kind: 'unauthorized',
    status,
  });
  world.store.received.length = 0;
  return { shop, ...service };
}

describe('D23: a 401 holds all calls to the store', () => {
  it('the next calls are held, GET /products too, and support is notified once', async () => {
    const { shop, calls } = await aHeldShop();
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'held' });
    expect(await calls.send(shop.id, readProductsPage({}))).toMatchObject({ kind: 'held' });
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'held' });
    expect(sent()).toEqual([]);
    expect(await alerts()).toMatchObject([
      { kind: 'store_unauthorized', subject: 'shop:shipping-shop', shopId: shop.id, count: 1, state: 'open' },
    ]);
    const since = new Date(world.now);
    expect(await shopRow()).toMatchObject({ callsHeldSince: since, ordersHeldSince: since });
  });

  it('counts at once in every process', async () => {
    const shop = await world.aShop();
    const [one, other] = [await world.aService(), await world.aService()];
    world.store.answer = refusal(401);
    await one.calls.send(shop.id, writeInventory(WRITE));
    expect(await other.calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'held' });
    expect(world.store.received).toHaveLength(1);
  });

  it('counts although another part of the sheet, or a first catalogue, has changed the shop meanwhile', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    world.store.answer = async () => {
      await world.db.$executeRaw`UPDATE "shop" SET "name" = 'New', "revision" = nextval('shop_revision')`;
      return refusal(401)();
    };
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'unauthorized' });
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'held' });
    expect(world.store.received).toHaveLength(1);
  });

  it('does not start for an answer to credentials that a new sheet has replaced', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    world.store.answer = async () => {
      await world.db.$executeRaw`
        UPDATE "shop" SET "credentials_revision" = 2, "revision" = nextval('shop_revision')`;
      return refusal(401)();
    };
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'unauthorized' });
    expect(await shopRow()).toMatchObject({ callsHeldSince: null });
    expect(await alerts()).toEqual([]);
  });

  it('gives the time of the retry: at the next probe, and within 30 s in case the hold ends before', async () => {
    const { shop, calls } = await aHeldShop();
    expect(await calls.send(shop.id, readProductsPage({}))).toEqual({ kind: 'held', afterMs: 30 * SECOND });
    world.now += FIVE_MINUTES - 7 * SECOND;
    expect(await calls.send(shop.id, readProductsPage({}))).toEqual({ kind: 'held', afterMs: 7 * SECOND });
  });
});

describe('D23: a 403 holds the calls of that method and path template only', () => {
  it('other calls go out, and one alert names what is held', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    world.store.answer = (call: ReceivedCall) =>
      call.path === '/api/orders' ? refusal(403)() : receipt(call);
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'unauthorized' });

    expect(await calls.send(shop.id, placeOrder({ ...SHIPPING_ORDER, external_ref: 'ref-2' }))).toMatchObject(
      {
        kind: 'held',
      },
    );
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'confirmed' });
    expect(await calls.send(shop.id, cancelOrder(CANCEL))).toMatchObject({ kind: 'confirmed' });
    expect(await alerts()).toMatchObject([{ count: 1, detail: { status: 403, endpoint: 'POST /orders' } }]);
    const since = new Date(world.now);
    expect(await shopRow()).toMatchObject({ callsHeldSince: null, ordersHeldSince: since });
  });

  it('a shop whose quantities alone are refused is not held for orders', async () => {
    const { shop, calls } = await aHeldShop(403);
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'held' });
    world.store.answer = receipt;
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'confirmed' });
    expect(await shopRow()).toMatchObject({ callsHeldSince: null, ordersHeldSince: null });
  });

  it('a 403 to the probe of a 401 means that the credentials are known: only calls of that kind stay held', async () => {
    const { shop, calls } = await aHeldShop(401);
    world.now += FIVE_MINUTES;
    world.store.answer = refusal(403);
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({
      kind: 'unauthorized',
      status: 403,
    });
    world.store.answer = receipt;
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'confirmed' });
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'held' });
    expect(await alerts()).toMatchObject([{ state: 'open' }]);
  });
});

describe('D23: one probe every five minutes', () => {
  it('however many callers ask at once', async () => {
    const { shop, calls } = await aHeldShop();
    for (const _round of [1, 2]) {
      world.now += FIVE_MINUTES;
      world.store.received.length = 0;
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () => calls.send(shop.id, readProductsPage({}))),
      );
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => 'held'),
        'unauthorized',
      ]);
      expect(world.store.received).toHaveLength(1);
    }
    expect(await alerts()).toMatchObject([{ count: 1 }]);
  });

  it('the oldest held call is it, and its answer counts as that call’s', async () => {
    const { shop, calls } = await aHeldShop();
    const ask = (reference: string) =>
      calls.send(shop.id, placeOrder({ ...SHIPPING_ORDER, external_ref: reference }));
    await ask('oldest');
    world.now += SECOND;
    await ask('younger');
    world.now += FIVE_MINUTES;
    world.store.answer = receipt;

    expect(await ask('younger')).toMatchObject({ kind: 'held' });
    expect(sent()).toEqual([]);
    expect(await ask('oldest')).toMatchObject({ kind: 'confirmed' });
    expect(await ask('younger')).toMatchObject({ kind: 'confirmed' });
  });

  it('one whose command is gone is waited for no longer than the retry interval of the others', async () => {
    const { shop, calls } = await aHeldShop();
    await calls.send(shop.id, placeOrder(SHIPPING_ORDER));
    world.now += FIVE_MINUTES + 46 * SECOND;
    world.store.answer = receipt;
    expect(await calls.send(shop.id, cancelOrder(CANCEL))).toMatchObject({ kind: 'confirmed' });
  });

  it.each([
    ['a confirmed call', receipt],
    ['any other refusal', refusal(404)],
  ])('an accepted one ends the hold in every process: %s', async (_case, answer) => {
    const { shop, calls } = await aHeldShop();
    const other = await world.aService();
    world.now += FIVE_MINUTES;
    world.store.answer = answer;
    await calls.send(shop.id, writeInventory(WRITE));

    world.store.answer = receipt;
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'confirmed' });
    expect(await other.calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'confirmed' });
    expect(await alerts()).toMatchObject([{ state: 'resolved' }]);
    expect(await shopRow()).toMatchObject({ callsHeldSince: null, ordersHeldSince: null });
  });

  it('one that says nothing about the credentials (5xx) ends nothing', async () => {
    const { shop, calls } = await aHeldShop();
    world.now += FIVE_MINUTES;
    world.store.answer = refusal(503);
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'unavailable' });
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'held' });
  });

  it('GET /products is it if no call is held', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    world.store.answer = refusal(403);
    await calls.send(shop.id, placeOrder(SHIPPING_ORDER));
    world.store.received.length = 0;
    const { db } = world;
    const clock = { now: () => world.now };
    const prober = createHoldProber({ db, calls, clock, logger: world.log.logger });

    await prober.probe();
    expect(sent()).toEqual([]);
    world.now += FIVE_MINUTES;
    world.store.answer = receipt;
    await prober.probe();
    await prober.probe();
    expect(sent()).toEqual(['GET /api/products?limit=100']);
    expect(await shopRow()).toMatchObject({ ordersHeldSince: null });
    expect(await alerts()).toMatchObject([{ state: 'resolved' }]);
  });

  it('GET /products is not, if a call is held', async () => {
    const { shop, calls } = await aHeldShop();
    await calls.send(shop.id, placeOrder(SHIPPING_ORDER));
    world.now += FIVE_MINUTES;
    const { db } = world;
    const clock = { now: () => world.now };
    await createHoldProber({ db, calls, clock, logger: world.log.logger }).probe();
    expect(sent()).toEqual([]);
  });
});

it('D23: support ends every hold of a shop', async () => {
  const { shop, calls } = await aHeldShop();
  expect(await inTransaction(world.db, (tx) => resumeCalls(tx, shop.id))).toBe(true);
  world.store.answer = receipt;
  expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'confirmed' });
  expect(await inTransaction(world.db, (tx) => resumeCalls(tx, shop.id))).toBe(false);
});

describe('D25: several bearer tokens', () => {
  const takes = (token: string) => (call: ReceivedCall) =>
    call.headers.authorization === `Bearer ${token}` ? receipt(call) : refusal(401)();
  const tokens = () => world.store.received.map(({ headers }) => headers.authorization);

  it('on a 401 the next is tried, and the accepted one is tried first from then on', async () => {
    const shop = await world.aShop({ bearerToken: 'old\nnew' });
    const { calls } = await world.aService();
    world.store.answer = takes('new');
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({
      kind: 'confirmed',
      attempts: 1,
    });
    expect(await calls.send(shop.id, writeInventory(WRITE))).toMatchObject({ kind: 'confirmed' });
    expect(tokens()).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
    expect(await alerts()).toEqual([]);
  });

  it('calls are held once the store has refused them all', async () => {
    const shop = await world.aShop({ bearerToken: 'old\nnew' });
    const { calls } = await world.aService();
    world.store.answer = takes('another');
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'unauthorized' });
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'held' });
    expect(tokens()).toEqual(['Bearer old', 'Bearer new']);
  });
});
