import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verifySignature, type ShippingOrderRequest, type TrackingRequest } from '@hub/contract';
import { inTransaction, type Database } from '@hub/database';
import {
  aShop,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  type ShopOverrides,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import {
  createShopCalls,
  createShopDirectory,
  resumeCalls,
  type ShopCalls,
  type ShopDirectory,
} from '../src';
import { aLogger } from './a-logger';
import { aStore, receipt, refusal, type LocalStore } from './a-store';

const FIVE_MINUTES = 5 * 60 * 1_000;
const SELLER_ORDER = '00000000-0000-4000-8000-00000000000a';

const SHIPPING_ORDER: ShippingOrderRequest = {
  external_ref: 'ref-1',
  tag: 'hub_ship',
  payment_status: 'paid',
  currency: 'EUR',
  ship_to: {
    name: 'Ada Lind',
    address_line1: 'Storgatan 1',
    zip: '111 22',
    city: 'Stockholm',
    country_code: 'SE',
    phone: null,
    email: 'x7@relay.hub.example',
  },
  shipping_method: { code: 'standard' },
  line_items: [
    { external_ref: 'line-1', variant_id: 'V-1', barcode: null, sku: null, quantity: 1, unit_price: 56.25 },
  ],
};
const TRACKING: TrackingRequest = {
  external_ref: 'pkg-1',
  carrier: 'PostNord',
  tracking_number: '00370',
  shipped_at: '2026-11-21T10:00:00Z',
  line_items: [{ line_item_id: 'L-1', quantity: 1 }],
};
const WRITE = { variant_id: 'V-1', location_id: '9000', quantity: 4 };

let database: TestDatabase;
let db: Database;
let store: LocalStore;
let now: number;
let log: ReturnType<typeof aLogger>;
const running: { calls: ShopCalls; directory: ShopDirectory }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE "shop", "alert", "store_call" RESTART IDENTITY CASCADE`;
  store = await aStore();
  now = Date.parse('2026-11-21T10:00:00Z');
  log = aLogger();
});
afterEach(async () => {
  for (const { calls, directory } of running.splice(0)) {
    await calls.stop();
    await directory.stop();
  }
  await store.close();
});

function aStoredShop(overrides: ShopOverrides = {}): Promise<StoredShop> {
  return aShop(db, { slug: 'shipping-shop', storeApiRoot: store.root, ...overrides });
}

/** A service's own calls, with a directory of its own. */
async function aService(): Promise<{ calls: ShopCalls; directory: ShopDirectory }> {
  const { logger } = log;
  const directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, refreshMs: 20, logger });
  await directory.start();
  const clock = { now: () => now };
  const calls = createShopCalls({
    db,
    directory,
    logger,
    clock,
    timeoutMs: 10_000,
    retryBaseMs: 1,
    allowInsecureStores: true,
  });
  running.push({ calls, directory });
  return { calls, directory };
}

describe('the six store calls by shop', () => {
  const sixCalls: Record<string, (calls: ShopCalls, shopId: number) => Promise<{ kind: string }>> = {
    'GET /api/products?limit=100': (calls, id) => calls.readProductsPage(id, {}),
    'PUT /api/inventory': (calls, id) => calls.writeInventory(id, WRITE),
    'POST /api/orders': (calls, id) => calls.placeOrder(id, SHIPPING_ORDER),
    'PUT /api/orders/O-1/tracking': (calls, id) =>
      calls.deliverTracking(id, { orderId: 'O-1', body: TRACKING }),
    'POST /api/cancel': (calls, id) => calls.cancelOrder(id, { external_ref: 'cancel-1', order_id: 'SO-1' }),
    'POST /api/returns': (calls, id) =>
      calls.registerReturn(id, {
        external_ref: 'ret-1',
        order_id: 'O-1',
        lines: [{ order_line_id: 'L-1', quantity: 1 }],
      }),
  };

  it.each(Object.entries(sixCalls))('%s goes out with the shop’s own credentials', async (route, call) => {
    const shop = await aStoredShop();
    const { calls } = await aService();

    expect(await call(calls, shop.id)).toMatchObject({ kind: 'confirmed' });

    const [sent] = store.received;
    expect(`${sent?.method} ${sent?.path}`).toBe(route);
    expect(sent?.headers.authorization).toBe(`Bearer ${shop.bearerToken}`);
    if (sent?.method === 'GET') return;
    const header = String(sent?.headers['x-hub-signature']);
    expect(verifySignature({ secrets: [shop.signingSecret], body: sent?.body ?? '', header })).toBe(true);
  });

  it('serves a shop that was applied a moment ago', async () => {
    const { calls } = await aService();
    const shop = await aStoredShop();
    expect(await calls.readProductsPage(shop.id, {})).toMatchObject({ kind: 'confirmed' });
  });

  it('puts off the calls to a shop whose secrets cannot be opened', async () => {
    const shop = await aStoredShop({ encryptionKey: 'e'.repeat(64) });
    const { calls } = await aService();
    expect(await calls.readProductsPage(shop.id, {})).toEqual({ kind: 'held', afterMs: 60_000 });
  });
});

describe('calls are gated by the called shop’s own capability (D23)', () => {
  it('sends nothing to a shop whose capability is off', async () => {
    const shop = await aStoredShop({
      capabilities: { returns: 'off', orders: 'dry_run', cancellation: 'off' },
    });
    const { calls } = await aService();
    expect(await calls.placeOrder(shop.id, SHIPPING_ORDER)).toEqual({
      kind: 'capability_off',
      capability: 'orders',
    });
    expect(await calls.cancelOrder(shop.id, { external_ref: 'c', order_id: 'o' })).toMatchObject({
      kind: 'capability_off',
    });
    expect(store.received).toEqual([]);
  });

  it('writes the 0 that switching off asks for (D16), and no other quantity', async () => {
    const shop = await aStoredShop({ capabilities: { inventory: 'off' } });
    const { calls } = await aService();
    const context = { switchingOff: true };
    expect(await calls.writeInventory(shop.id, WRITE, context)).toMatchObject({ kind: 'capability_off' });
    expect(await calls.writeInventory(shop.id, { ...WRITE, quantity: 0 })).toMatchObject({
      kind: 'capability_off',
    });
    expect(await calls.writeInventory(shop.id, { ...WRITE, quantity: 0 }, context)).toMatchObject({
      kind: 'confirmed',
    });
  });
});

describe('401 or 403 holds all calls to the store (D23)', () => {
  async function aHeldShop(status = 401) {
    const shop = await aStoredShop();
    const service = await aService();
    store.answer = refusal(status);
    expect(await service.calls.writeInventory(shop.id, WRITE)).toMatchObject({
      kind: 'unauthorized',
      status,
    });
    store.received.length = 0;
    return { shop, ...service };
  }

  it.each([401, 403])(
    '%d: the next calls are held, GET /products too, and support is told once',
    async (status) => {
      const { shop, calls } = await aHeldShop(status);
      expect(await calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'held' });
      expect(await calls.readProductsPage(shop.id, {})).toMatchObject({ kind: 'held' });
      expect(store.received).toEqual([]);
      expect(await db.alert.findMany()).toMatchObject([
        {
          kind: 'store_unauthorized',
          subject: 'shop:shipping-shop',
          shopId: shop.id,
          count: 1,
          state: 'open',
        },
      ]);
    },
  );

  it('holds the calls of every other service too', async () => {
    const { shop } = await aHeldShop();
    const other = await aService();
    expect(await other.calls.readProductsPage(shop.id, {})).toMatchObject({ kind: 'held' });
  });

  it('says when to look again: at the next probe, and within 30 s in case the hold ends before', async () => {
    const { shop, calls } = await aHeldShop();
    expect(await calls.readProductsPage(shop.id, {})).toEqual({ kind: 'held', afterMs: 30_000 });
    now += FIVE_MINUTES - 7_000;
    expect(await calls.readProductsPage(shop.id, {})).toEqual({ kind: 'held', afterMs: 7_000 });
  });

  it('lets one probe through every five minutes, however many ask at once', async () => {
    const { shop, calls } = await aHeldShop();
    for (const _round of [1, 2]) {
      now += FIVE_MINUTES;
      store.received.length = 0;
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () => calls.readProductsPage(shop.id, {})),
      );
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => 'held'),
        'unauthorized',
      ]);
      expect(store.received).toHaveLength(1);
    }
    expect(await db.alert.findMany()).toMatchObject([{ count: 1 }]);
  });

  it.each([
    ['a confirmed call', receipt],
    ['any other refusal', refusal(404)],
  ])('ends with a probe that is let in: %s', async (_case, answer) => {
    const { shop, calls } = await aHeldShop();
    const other = await aService();
    now += FIVE_MINUTES;
    store.answer = answer;
    await calls.writeInventory(shop.id, WRITE);

    store.answer = receipt;
    expect(await calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'confirmed' });
    expect(await other.calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'confirmed' });
    expect(await db.alert.findMany()).toMatchObject([{ state: 'resolved' }]);
  });

  it('goes on after a probe that says nothing of the credentials (5xx)', async () => {
    const { shop, calls } = await aHeldShop();
    now += FIVE_MINUTES;
    store.answer = refusal(503);
    expect(await calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'unavailable' });
    expect(await calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'held' });
  });

  it('ends with support', async () => {
    const { shop, calls } = await aHeldShop();
    expect(await inTransaction(db, (tx) => resumeCalls(tx, shop.id))).toBe(true);
    store.answer = receipt;
    expect(await calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'confirmed' });
    expect(await inTransaction(db, (tx) => resumeCalls(tx, shop.id))).toBe(false);
  });

  it('does not begin for an answer to credentials that a new sheet has replaced', async () => {
    const shop = await aStoredShop();
    const { calls } = await aService();
    store.answer = async () => {
      await db.$executeRaw`UPDATE "shop" SET "revision" = nextval('shop_revision')`;
      return refusal(401)();
    };
    expect(await calls.writeInventory(shop.id, WRITE)).toMatchObject({ kind: 'unauthorized' });
    expect(await db.shop.findFirst()).toMatchObject({ callsHeldSince: null });
    expect(await db.alert.count()).toBe(0);
  });
});

describe('the call log (D29)', () => {
  it('keeps what was sent and answered, without personal data and credentials', async () => {
    const shop = await aStoredShop();
    const { calls } = await aService();
    store.answer = refusal(400, 'no delivery to Ada Lind, Storgatan 1');
    await calls.placeOrder(shop.id, SHIPPING_ORDER, { sellerOrderId: SELLER_ORDER, correlation: 'corr-1' });

    const [row] = await eventually(async () => {
      const rows = await db.storeCall.findMany();
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(row).toMatchObject({
      shopId: shop.id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      reference: 'ref-1',
      sellerOrderId: SELLER_ORDER,
      correlation: 'corr-1',
      status: 400,
      outcome: 'refused',
      code: 'some_code',
      attempts: 1,
      request: { external_ref: 'ref-1', ship_to: { name: '•••', country_code: 'SE', phone: null } },
      response: { error: { message: 'no delivery to •••, •••' } },
    });
    const everything = JSON.stringify(row, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(everything + log.lines.join('')).not.toMatch(/Ada|Storgatan|111 22|relay\.hub|token-of|secret-of/);
  });

  it('names the seller order of each of several calls at once', async () => {
    const shop = await aStoredShop();
    const { calls } = await aService();
    const orders = Array.from(
      { length: 12 },
      (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`,
    );
    await Promise.all(
      orders.map((sellerOrderId, index) =>
        calls.placeOrder(shop.id, { ...SHIPPING_ORDER, external_ref: `ref-${index}` }, { sellerOrderId }),
      ),
    );
    await calls.stop();
    const rows = await db.storeCall.findMany();
    expect(new Map(rows.map((row) => [row.reference, row.sellerOrderId]))).toEqual(
      new Map(orders.map((order, index) => [`ref-${index}`, order])),
    );
  });

  it('never fails a call: one that cannot be recorded is logged', async () => {
    const shop = await aStoredShop();
    const { calls } = await aService();
    const outcome = await calls.placeOrder(shop.id, SHIPPING_ORDER, { sellerOrderId: 'not-a-uuid' });
    expect(outcome).toMatchObject({ kind: 'confirmed' });
    await eventually(() => expect(log.lines.join('')).toContain('store call not recorded'));
  });

  it('keeps what was recorded together with one that cannot be stored', async () => {
    const shop = await aStoredShop();
    const { calls } = await aService();
    const references = Array.from({ length: 8 }, (_, index) => `ref-${index}`);
    await Promise.all(
      references.map((reference, index) =>
        calls.placeOrder(
          shop.id,
          { ...SHIPPING_ORDER, external_ref: reference },
          { sellerOrderId: index === 5 ? 'not-a-uuid' : SELLER_ORDER },
        ),
      ),
    );
    await calls.stop();
    const rows = await db.storeCall.findMany();
    expect(rows.map((row) => row.reference).toSorted()).toEqual(
      references.filter((reference) => reference !== 'ref-5'),
    );
    expect(log.lines.join('')).toContain('store call not recorded');
  });
});
