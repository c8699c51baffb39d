import {
  cancelOrder,
  deliverTracking,
  placeOrder,
  readProductsPage,
  registerReturn,
  writeInventory,
} from '@hub/store-calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verifySignature } from '@hub/contract';
import { eventually } from '@hub/testing';
import type { ShopCalls } from '../src';
import { refusal } from './a-store';
import { CallsWorld, CANCEL, SHIPPING_ORDER, TRACKING, WRITE } from './calls-world';

const SELLER_ORDER = '00000000-0000-4000-8000-00000000000a';

let world: CallsWorld;
beforeAll(async () => {
  world = await CallsWorld.open();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

describe('the six store calls by shop', () => {
  const sixCalls: Record<string, (calls: ShopCalls, shopId: number) => Promise<{ kind: string }>> = {
    'GET /api/products?limit=100': (calls, id) => calls.send(id, readProductsPage({})),
    'PUT /api/inventory': (calls, id) => calls.send(id, writeInventory(WRITE)),
    'POST /api/orders': (calls, id) => calls.send(id, placeOrder(SHIPPING_ORDER)),
    'PUT /api/orders/O-1/tracking': (calls, id) => calls.send(id, deliverTracking('O-1', TRACKING)),
    'POST /api/cancel': (calls, id) => calls.send(id, cancelOrder(CANCEL)),
    'POST /api/returns': (calls, id) =>
      calls.send(
        id,
        registerReturn({
          external_ref: 'ret-1',
          order_id: 'O-1',
          lines: [{ order_line_id: 'L-1', quantity: 1 }],
        }),
      ),
  };

  it.each(Object.entries(sixCalls))('%s goes out with the shop’s own credentials', async (route, call) => {
    const shop = await world.aShop();
    const { calls } = await world.aService();

    expect(await call(calls, shop.id)).toMatchObject({ kind: 'confirmed' });

    const [sent] = world.store.received;
    expect(`${sent?.method} ${sent?.path}`).toBe(route);
    expect(sent?.headers.authorization).toBe(`Bearer ${shop.bearerToken}`);
    if (sent?.method === 'GET') return;
    const header = String(sent?.headers['x-hub-signature']);
    expect(verifySignature({ secrets: [shop.signingSecret], body: sent?.body ?? '', header })).toBe(true);
  });

  it('serves a shop whose sheet was applied a moment ago', async () => {
    const { calls } = await world.aService();
    const shop = await world.aShop();
    expect(await calls.send(shop.id, readProductsPage({}))).toMatchObject({ kind: 'confirmed' });
  });

  it('D25: uses the current sheet, however long ago the directory was read', async () => {
    const shop = await world.aShop({
      capabilities: { orders: 'dry_run', cancellation: 'off', returns: 'off' },
    });
    const { calls } = await world.aService();
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'capability_off' });

    await world.db.$executeRaw`
      UPDATE "shop" SET "orders" = 'live', "cancellation" = 'live', "revision" = nextval('shop_revision')`;
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toMatchObject({ kind: 'confirmed' });
    expect(await calls.send(shop.id, cancelOrder(CANCEL))).toMatchObject({ kind: 'confirmed' });

    await world.db
      .$executeRaw`UPDATE "shop" SET "cancellation" = 'off', "revision" = nextval('shop_revision')`;
    expect(await calls.send(shop.id, cancelOrder(CANCEL))).toMatchObject({ kind: 'capability_off' });
  });

  it('defers the calls to a shop whose secrets cannot be decrypted', async () => {
    const shop = await world.aShop({ encryptionKey: 'e'.repeat(64) });
    const { calls } = await world.aService();
    expect(await calls.send(shop.id, readProductsPage({}))).toEqual({ kind: 'held', afterMs: 60_000 });
  });
});

describe('calls are gated by the called shop’s own capability (D23)', () => {
  it('sends nothing to a shop whose capability is off', async () => {
    const shop = await world.aShop({
      capabilities: { returns: 'off', orders: 'dry_run', cancellation: 'off' },
    });
    const { calls } = await world.aService();
    expect(await calls.send(shop.id, placeOrder(SHIPPING_ORDER))).toEqual({
      kind: 'capability_off',
      capability: 'orders',
    });
    expect(await calls.send(shop.id, cancelOrder({ external_ref: 'c', order_id: 'o' }))).toMatchObject({
      kind: 'capability_off',
    });
    expect(world.store.received).toEqual([]);
  });

  it('writes the 0 that switching off requires (D16), and no other quantity', async () => {
    const shop = await world.aShop({ capabilities: { inventory: 'off' } });
    const { calls } = await world.aService();
    const context = { switchingOff: true };
    expect(await calls.send(shop.id, writeInventory(WRITE), context)).toMatchObject({
      kind: 'capability_off',
    });
    expect(await calls.send(shop.id, writeInventory({ ...WRITE, quantity: 0 }))).toMatchObject({
      kind: 'capability_off',
    });
    expect(await calls.send(shop.id, writeInventory({ ...WRITE, quantity: 0 }), context)).toMatchObject({
      kind: 'confirmed',
    });
  });
});

describe('the call log (D29)', () => {
  it('stores requests and answers, without personal data and credentials', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    world.store.answer = refusal(400, 'no delivery to Ada Lind, Storgatan 1');
    await calls.send(shop.id, placeOrder(SHIPPING_ORDER), {
      sellerOrderId: SELLER_ORDER,
      correlation: 'corr-1',
    });

    const [row] = await eventually(async () => {
      const rows = await world.db.storeCall.findMany();
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
      code: 'invalid_request',
      attempts: 1,
      request: { external_ref: 'ref-1', ship_to: { name: '•••', country_code: 'SE', phone: null } },
      response: { error: { message: '•••' } },
    });
    const everything = JSON.stringify(row, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(everything + world.log.lines.join('')).not.toMatch(
      /Ada|Storgatan|111 22|relay\.hub|token-of|secret-of/,
    );
  });

  it('stores each attempt of a call that took several, and a single attempt only once', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    world.store.answer = refusal(503, 'later');
    await calls.send(shop.id, placeOrder(SHIPPING_ORDER), { sellerOrderId: SELLER_ORDER });
    world.store.answer = refusal(400, 'no');
    await calls.send(shop.id, placeOrder(SHIPPING_ORDER), { sellerOrderId: SELLER_ORDER });
    const [several, one] = await eventually(async () => {
      const rows = await world.db.storeCall.findMany({ orderBy: { id: 'asc' } });
      expect(rows).toHaveLength(2);
      return rows;
    });
    const attempt = {
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 503,
      failure: 'status',
      code: 'invalid_request',
    };
    expect(several?.attemptLog).toEqual(
      Array.from({ length: 3 }, () => ({ ...attempt, duration_ms: expect.any(Number) })),
    );
    expect(one).toMatchObject({ attempts: 1, attemptLog: null });
  });

  it('names the seller order of each of several calls at once', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    const orders = Array.from(
      { length: 12 },
      (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`,
    );
    await Promise.all(
      orders.map((sellerOrderId, index) =>
        calls.send(shop.id, placeOrder({ ...SHIPPING_ORDER, external_ref: `ref-${index}` }), {
          sellerOrderId,
        }),
      ),
    );
    await calls.stop();
    const rows = await world.db.storeCall.findMany();
    expect(new Map(rows.map((row) => [row.reference, row.sellerOrderId]))).toEqual(
      new Map(orders.map((order, index) => [`ref-${index}`, order])),
    );
  });

  it('D30: quantity writes are counted; only those that did not succeed are stored', async () => {
    const [one, other] = [await world.aShop(), await world.aShop({ slug: 'other' })];
    const { calls } = await world.aService();
    const done = await Promise.all(
      [one, one, other].map(({ id }, index) =>
        calls.send(id, writeInventory({ ...WRITE, variant_id: `V-${index}` })),
      ),
    );
    expect(done.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    world.store.answer = refusal(404, 'unknown');
    await calls.send(one.id, writeInventory(WRITE));
    await calls.stop();

    const counts = await world.db.storeCallCount.findMany({ orderBy: { shopId: 'asc' } });
    const countOf = (shopId: number) =>
      counts.filter((count) => count.shopId === shopId).reduce((sum, { calls: many }) => sum + many, 0);
    expect([countOf(one.id), countOf(other.id)]).toEqual([2, 1]);
    expect(await world.db.storeCall.findMany()).toMatchObject([
      {
        shopId: one.id,
        operation: 'write_inventory',
        outcome: 'refused',
        request: { variant_id: WRITE.variant_id },
      },
    ]);
  });

  it('never fails a call: one that cannot be recorded is logged', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    const outcome = await calls.send(shop.id, placeOrder(SHIPPING_ORDER), { sellerOrderId: 'not-a-uuid' });
    expect(outcome).toMatchObject({ kind: 'confirmed' });
    await eventually(() => expect(world.log.lines.join('')).toContain('store call not recorded'));
  });

  it('stores what was recorded together with one that cannot be stored', async () => {
    const shop = await world.aShop();
    const { calls } = await world.aService();
    const references = Array.from({ length: 8 }, (_, index) => `ref-${index}`);
    await Promise.all(
      references.map((reference, index) =>
        calls.send(shop.id, placeOrder({ ...SHIPPING_ORDER, external_ref: reference }), {
          sellerOrderId: index === 5 ? 'not-a-uuid' : SELLER_ORDER,
        }),
      ),
    );
    await calls.stop();
    const rows = await world.db.storeCall.findMany();
    expect(rows.map((row) => row.reference).toSorted()).toEqual(
      references.filter((reference) => reference !== 'ref-5'),
    );
    expect(world.log.lines.join('')).toContain('store call not recorded');
  });
});
