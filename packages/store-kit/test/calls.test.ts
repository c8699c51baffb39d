import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { createStoreKit } from '../src/create-store-kit';
import { refuse } from '../src/refuse';
import { memoryStorage } from '../src/storage/memory-storage';
import type { LeftOutProduct } from '../src/store-kit';
import { aShippingOrder } from '../src/testing/calling-service';
import { aKit, type KitWorld } from './a-kit';
import { aSale } from './a-shop';

let world: KitWorld;
afterEach(() => world.stop());

const tracking = (change: object = {}) => ({
  external_ref: 'PKG-1',
  carrier: 'PostNord',
  tracking_number: 'T-1',
  shipped_at: '2026-03-02T09:00:00Z',
  line_items: [{ line_item_id: 'L-1', quantity: 2 }],
  ...change,
});
const cancel = (orderId: string) => ({ external_ref: 'CANCEL-1', order_id: orderId });
const PICTURE = { url: 'https://images.example.com/1.jpg' };
const LOCAL_PICTURE = { url: 'http://localhost:9000/1.jpg' };
const PRODUCT = {
  title: 'Coat',
  brand: 'Sample',
  images: [LOCAL_PICTURE, PICTURE],
  variants: [{ variantId: 'V-1', inventory: [] }],
};
const PRODUCTS = [
  { ...PRODUCT, productId: 'P-good' },
  { ...PRODUCT, productId: 'P-unbranded', brand: null },
  { ...PRODUCT, productId: 'P-unpictured', images: [LOCAL_PICTURE] },
  { ...PRODUCT, productId: 'P-empty', variants: [] },
];
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  ...Object(body['error']),
});

describe('credentials', () => {
  it('"Authentication" 1: a call without the right token, or the right signature of its bytes, is 401', async () => {
    world = await aKit();
    const body = aShippingOrder();
    const wrong: Record<string, string>[] = [
      { authorization: '' },
      { authorization: 'Bearer other' },
      { [SIGNATURE_HEADER]: '' },
      { [SIGNATURE_HEADER]: sign('other', JSON.stringify(body)) },
      { [SIGNATURE_HEADER]: sign('test-secret', '{}') },
    ];
    for (const headers of wrong)
      expect(codeOf(await world.call('POST /orders', body, headers))).toMatchObject({
        status: 401,
        code: 'unauthorized',
      });
    expect(world.shop.orders).toEqual([]);
  });

  it('D2: while they are rotated, the older token and the older secret are taken too', async () => {
    world = await aKit();
    const body = aShippingOrder();
    const headers = {
      authorization: 'Bearer older-token',
      [SIGNATURE_HEADER]: sign('older-secret', JSON.stringify(body)),
    };
    expect(await world.call('POST /orders', body, headers)).toMatchObject({ status: 200 });
  });
});

describe('form', () => {
  it('D6: a body that does not validate is 400 invalid_request, and names the field and not the value', async () => {
    world = await aKit();
    const [line] = aShippingOrder().line_items;
    const body = { ...aShippingOrder(), line_items: [{ ...line, quantity: -77 }] };
    const answer = await world.call('POST /orders', body);
    expect(codeOf(answer)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      field: 'line_items[0].quantity',
    });
    expect(JSON.stringify(answer.body)).not.toContain('77');
  });

  it("refuses another currency than the sheet's", async () => {
    world = await aKit();
    expect(codeOf(await world.call('POST /orders', aShippingOrder({ currency: 'SEK' })))).toMatchObject({
      code: 'invalid_request',
      field: 'currency',
    });
  });

  it('a capability that is not ported is 403 forbidden, and its events are not sent', async () => {
    world = await aKit((shop) => ({ adapter: { ...shop.transactional, capabilities: ['products'] } }));
    expect(codeOf(await world.call('POST /orders', aShippingOrder()))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await world.kit.events.orderPaid(aSale('7'))).toEqual({ skipped: 'not_ported' });
  });

  it('what is none of the six calls is 404', async () => {
    world = await aKit();
    expect(await world.call('GET /orders')).toMatchObject({ status: 404 });
  });

  it('too much at once is 429 with Retry-After', async () => {
    world = await aKit(() => ({ callsAtOnce: 1 }));
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = (): void => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    world.shop.onWrite = () => {
      begun();
      return held;
    };
    const first = world.call('POST /orders', aShippingOrder());
    await isBegun;
    const second = await world.call('POST /orders', aShippingOrder({ external_ref: 'REF-2' }));
    release();
    expect(codeOf(second)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(second.headers.get('retry-after')).toBe('1');
    expect(await first).toMatchObject({ status: 200 });
  });
});

describe('GET /products', () => {
  it('"Product and variant rules": every agreed location is listed under its number, One size where there is none, nothing below 0', async () => {
    world = await aKit();
    const { body } = await world.call('GET /products?limit=100');
    const numbers = await Promise.all(['stockroom', 'network'].map((id) => world.kit.locationNumber(id)));
    expect(body).toMatchObject({
      next_cursor: null,
      products: [
        {
          variants: [
            {
              size: 'One size',
              inventory: ['1001', ...numbers].map((location_id) => ({ location_id, quantity: 0 })),
            },
          ],
        },
      ],
    });
    expect(new Set(['1001', ...numbers]).size).toBe(3);
  });

  it('D14: a product that would have the whole run refused is left out, and the shop is informed; a picture that cannot be fetched is dropped', async () => {
    const left: LeftOutProduct[] = [];
    const onLeftOut = (product: LeftOutProduct): void => void left.push(product);
    world = await aKit((shop) => ({
      hooks: { onLeftOut },
      adapter: {
        ...shop.transactional,
        products: () => Promise.resolve({ products: PRODUCTS, nextCursor: null }),
      },
    }));
    const { body } = await world.call('GET /products?limit=100');
    expect(body['products']).toMatchObject([{ product_id: 'P-good', images: [{ url: PICTURE.url }] }]);
    expect(left).toEqual([
      { productId: 'P-unbranded', field: 'brand', reason: expect.any(String) },
      { productId: 'P-unpictured', field: 'images', reason: expect.any(String) },
      { productId: 'P-empty', field: 'variants', reason: expect.any(String) },
    ]);
  });
});

describe.each(['transactional', 'remote'] as const)('idempotency with a %s platform', (kind) => {
  const start = async (): Promise<void> => {
    world = await aKit((shop) => ({ adapter: shop[kind] }));
  };

  it('D18: the identical order again, and twenty at once, get one receipt and one order', async () => {
    await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.call('POST /orders', aShippingOrder())),
    );
    const receipt = { success: true, external_ref: 'REF-1', order_id: 'S-1', status: 'created' };
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: receipt });
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject({ status: 200, body: receipt });
    expect(world.shop.orders).toHaveLength(1);
  });

  it('other data under a reference that was used is 409 idempotency_conflict', async () => {
    await start();
    await world.call('POST /orders', aShippingOrder());
    const changed = aShippingOrder({ carrier_note: 'other' });
    expect(codeOf(await world.call('POST /orders', changed))).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    });
    expect(world.shop.orders).toHaveLength(1);
  });

  it('a refused reference is unused again', async () => {
    await start();
    const [line] = aShippingOrder().line_items;
    if (!line) throw new Error('the example has a line');
    const wrong = aShippingOrder({ line_items: [{ ...line, variant_id: 'unknown' }] });
    for (const _ of [1, 2])
      expect(codeOf(await world.call('POST /orders', wrong))).toMatchObject({
        status: 404,
        code: 'unknown_variant',
        field: 'line_items[0].variant_id',
      });
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject({ status: 200 });
  });

  it('where the platform failed after it wrote, the repeat finds the order and creates no other', async () => {
    await start();
    let failures = 1;
    world.shop.onWrite = async () => {
      if (failures-- > 0) throw new Error('the connection broke');
    };
    expect(codeOf(await world.call('POST /orders', aShippingOrder()))).toMatchObject({
      status: 500,
      code: 'temporary_failure',
    });
    expect(world.errors).toHaveLength(1);
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject({ status: 200 });
    expect(world.shop.orders).toHaveLength(1);
  });

  it('D20: the customer is notified of a parcel once, and of no more than was ordered', async () => {
    await start();
    await world.kit.events.orderPaid(aSale('7'));
    const receipt = { success: true, external_ref: 'PKG-1', order_id: '7' };
    for (const _ of [1, 2])
      expect(await world.call('PUT /orders/7/tracking', tracking())).toMatchObject({ body: receipt });
    expect(world.shop.parcels).toHaveLength(1);
    const more = tracking({ external_ref: 'PKG-2' });
    expect(codeOf(await world.call('PUT /orders/7/tracking', more))).toMatchObject({
      status: 400,
      field: 'line_items[0].quantity',
    });
    expect(codeOf(await world.call('PUT /orders/8/tracking', tracking()))).toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(codeOf(await world.call('PUT /orders/8/tracking', more))).toMatchObject({ code: 'unknown_order' });
  });

  it('D21: a stopped order stays stopped; a line that left is 409 order_already_shipped; an unknown order is 404', async () => {
    await start();
    const { body } = await world.call('POST /orders', aShippingOrder());
    const orderId = String(body['order_id']);
    const receipt = { success: true, external_ref: 'CANCEL-1', order_id: orderId, status: 'stopped' };
    for (const _ of [1, 2])
      expect(await world.call('POST /cancel', cancel(orderId))).toMatchObject({ body: receipt });
    expect(
      codeOf(await world.call('POST /cancel', { ...cancel('unknown'), external_ref: 'C-2' })),
    ).toMatchObject({ code: 'unknown_order', field: 'order_id' });
    const other = await world.call('POST /orders', aShippingOrder({ external_ref: 'REF-2' }));
    const left = String(other.body['order_id']);
    await world.kit.events.packageShipped({
      orderId: left,
      packageId: 'P',
      carrier: 'PostNord',
      trackingNumber: 'T',
      shippedAt: new Date(),
      lines: [{ lineId: `${left}/V-1`, quantity: 1 }],
    });
    const late = { ...cancel(left), external_ref: 'C-3' };
    for (const _ of [1, 2])
      expect(codeOf(await world.call('POST /cancel', late))).toMatchObject({ code: 'order_already_shipped' });
  });

  it('D22: a return of whole lines is registered once', async () => {
    await start();
    await world.kit.events.orderPaid(aSale('7'));
    const request = { external_ref: 'RET-1', order_id: '7', lines: [{ order_line_id: 'L-1', quantity: 2 }] };
    for (const _ of [1, 2])
      expect(await world.call('POST /returns', request)).toMatchObject({
        status: 200,
        body: { external_ref: 'RET-1', return_id: 'R-0' },
      });
    const part = { ...request, external_ref: 'RET-2', lines: [{ order_line_id: 'L-1', quantity: 1 }] };
    expect(codeOf(await world.call('POST /returns', part))).toMatchObject({ field: 'lines[0].quantity' });
  });
});

describe('a platform that commits on its own', () => {
  /** Another process of the same shop. */
  const anotherKit = (shop: KitWorld['shop']) =>
    createStoreKit({
      adapter: shop.remote,
      storage: world.storage,
      credentials: () => ({ bearerTokens: ['test-token'], signingSecrets: ['test-secret'] }),
      eventsUrl: world.service.url,
      networkLocationId: 'network',
      currency: 'EUR',
      now: () => world.clock.ms,
    });
  const bytesOf = (method: string, url: string, data: object) => {
    const body = Buffer.from(JSON.stringify(data));
    const signature = { [SIGNATURE_HEADER.toLowerCase()]: sign('test-secret', body) };
    return { method, url, headers: { authorization: 'Bearer test-token', ...signature }, body };
  };
  /** Holds the platform's first write until it is let go on. */
  const holdFirstWrite = () => {
    let letGo = (): void => {};
    let isFirst = true;
    const begun = new Promise<void>((hasBegun) => {
      world.shop.onWrite = () => {
        if (!isFirst) return Promise.resolve();
        isFirst = false;
        hasBegun();
        return new Promise((resolve) => (letGo = resolve));
      };
    });
    return { begun, letGo: () => letGo() };
  };

  it('counts a call once that two processes carried out, the first having hung for longer than its hold', async () => {
    world = await aKit((shop) => ({ adapter: shop.remote }));
    const { clock, kit, shop } = world;
    await kit.events.orderPaid(aSale('7'));
    const [line] = tracking().line_items;
    const part = (external_ref: string) =>
      bytesOf(
        'PUT',
        '/orders/7/tracking',
        tracking({ external_ref, line_items: [{ ...line, quantity: 1 }] }),
      );
    const { begun, letGo } = holdFirstWrite();
    const first = kit.handle(part('PKG-1'));
    await begun;
    clock.ms += 60_001;
    expect(await anotherKit(shop).handle(part('PKG-1'))).toMatchObject({ status: 200 });
    letGo();
    expect(await first).toMatchObject({ status: 200 });
    expect(await kit.handle(part('PKG-2'))).toMatchObject({ status: 200 });
    expect(await kit.handle(part('PKG-3'))).toMatchObject({ status: 400 });
  });

  it('keeps its hold of a call for as long as the platform takes, while the process lives', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      world = await aKit((shop) => ({ adapter: shop.remote }));
      const { clock, kit, shop } = world;
      const request = bytesOf('POST', '/orders', aShippingOrder());
      const { begun, letGo } = holdFirstWrite();
      const first = kit.handle(request);
      await begun;
      for (let minute = 0; minute < 3; minute += 1) {
        for (let step = 0; step < 3; step += 1) {
          clock.ms += 20_000;
          await jest.advanceTimersByTimeAsync(20_000);
        }
        expect(await anotherKit(shop).handle(request)).toMatchObject({ status: 500 });
      }
      letGo();
      expect(await first).toMatchObject({ status: 200 });
      expect(jest.getTimerCount()).toBe(0);
      expect(shop.orders).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps no hold for longer than ten minutes: what hangs permanently would be answered 500 permanently', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      world = await aKit((shop) => ({ adapter: shop.remote }));
      const { clock, kit, shop } = world;
      const request = bytesOf('POST', '/orders', aShippingOrder());
      const { begun, letGo } = holdFirstWrite();
      const first = kit.handle(request);
      await begun;
      const letPass = async (minutes: number): Promise<void> => {
        for (let step = 0; step < 3 * minutes; step += 1) {
          clock.ms += 20_000;
          await jest.advanceTimersByTimeAsync(20_000);
        }
      };
      await letPass(9);
      expect(await anotherKit(shop).handle(request)).toMatchObject({ status: 500 });
      await letPass(2);
      expect(await anotherKit(shop).handle(request)).toMatchObject({ status: 200 });
      letGo();
      expect(await first).toMatchObject({ status: 200 });
      expect(shop.orders).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('renews a hold one renewal after the other, however long the storage takes', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const storage = memoryStorage();
      let open = 0;
      let isHanging = false;
      let release = (): void => {};
      const slow: typeof storage = {
        ...storage,
        async transaction(work) {
          open += 1;
          if (isHanging) await new Promise<void>((resolve) => (release = resolve));
          open -= 1;
          return storage.transaction(work);
        },
      };
      world = await aKit((shop) => ({ adapter: shop.remote, storage: slow }));
      const { begun, letGo } = holdFirstWrite();
      const first = world.kit.handle(bytesOf('POST', '/orders', aShippingOrder()));
      await begun;
      isHanging = true;
      await jest.advanceTimersByTimeAsync(5 * 60_000);
      expect(open).toBe(1);
      isHanging = false;
      release();
      letGo();
      expect(await first).toMatchObject({ status: 200 });
    } finally {
      jest.useRealTimers();
    }
  });

  it('leaves a call of unknown outcome to the process that carries it out, and takes it over once its hold has ended', async () => {
    world = await aKit((shop) => ({ adapter: shop.remote }));
    const { storage, clock, shop } = world;
    const held = { fingerprint: 'x', receipt: null, holder: { token: 'dead', until: clock.ms + 1_000 } };
    await world.call('POST /orders', aShippingOrder());
    const key = { kind: 'call', id: 'place_order\nREF-1' };
    await storage.transaction(async (tx) => {
      const { fingerprint } = JSON.parse((await storage.readRecord(key, tx)) ?? '');
      await storage.updateRecord({ ...key, value: JSON.stringify({ ...held, fingerprint }) }, tx);
    });
    const early = await world.call('POST /orders', aShippingOrder());
    expect(codeOf(early)).toMatchObject({ status: 500, code: 'temporary_failure' });
    expect(early.headers.get('retry-after')).toBe('2');
    clock.ms += 1_001;
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject({ body: { order_id: 'S-1' } });
    expect(shop.orders).toHaveLength(1);
  });

  it('is done again where it cannot be asked, because then each of its writes continues where it ended', async () => {
    world = await aKit(({ remote }) => {
      const { findShippingOrder: _f, hasTracking: _h, findReturn: _r, ...resuming } = remote;
      return { adapter: resuming };
    });
    const { kit, shop, call } = world;
    await kit.events.orderPaid(aSale('7'));
    let failures = 3;
    shop.onWrite = async () => {
      if (failures-- > 0) throw new Error('the connection broke');
    };
    const lines = [{ order_line_id: 'L-1', quantity: 2 }];
    for (const [path, body] of [
      ['POST /orders', aShippingOrder()],
      ['PUT /orders/7/tracking', tracking()],
      ['POST /returns', { external_ref: 'RET-1', order_id: '7', lines }],
    ] as const) {
      failures = 1;
      expect(await call(path, body)).toMatchObject({ status: 500 });
      expect(await call(path, body)).toMatchObject({ status: 200 });
    }
    expect([shop.orders.length, shop.parcels.length, shop.returns.length]).toEqual([2, 2, 2]);
  });

  it('forwards the limits that a platform reports', async () => {
    world = await aKit((shop) => ({ adapter: shop.remote }));
    world.shop.onWrite = async () => {
      throw refuse.rateLimited(7);
    };
    const answer = await world.call('POST /orders', aShippingOrder());
    expect(codeOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(answer.headers.get('retry-after')).toBe('7');
  });
});

describe('what a shop puts around its calls', () => {
  it('sees each call that was let in, with its headers, and what it is answered, a refusal too', async () => {
    const seen: unknown[] = [];
    world = await aKit(() => ({
      aroundCall: async (call, carryOut) => {
        const answer = await carryOut(call);
        seen.push([call.operation, call.request.headers['traceparent'], answer.status]);
        return answer;
      },
    }));
    await world.call('POST /orders', aShippingOrder(), { traceparent: '00-1-2-01' });
    await world.call('POST /cancel', cancel('unknown'));
    await world.call('POST /orders', aShippingOrder(), { authorization: 'Bearer other' });
    expect(seen).toEqual([
      ['place_order', '00-1-2-01', 200],
      ['cancel_order', undefined, 404],
    ]);
  });

  it('may refuse a call, and change its answer', async () => {
    let isClosed = true;
    world = await aKit(() => ({
      aroundCall: async (call, carryOut) => {
        if (isClosed) throw refuse.temporaryFailure(60);
        return { ...(await carryOut(call)), headers: { 'x-shop': 'test' } };
      },
    }));
    const refused = await world.call('POST /orders', aShippingOrder());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '60']);
    expect(world.shop.orders).toEqual([]);
    isClosed = false;
    const answer = await world.call('POST /orders', aShippingOrder());
    expect([answer.status, answer.headers.get('x-shop')]).toEqual([200, 'test']);
  });
});

describe('a server of another kind', () => {
  it('hands a request on as bytes, and writes what it is given', async () => {
    world = await aKit();
    const body = Buffer.from(JSON.stringify(aShippingOrder()));
    const headers = {
      authorization: 'Bearer test-token',
      [SIGNATURE_HEADER.toLowerCase()]: sign('test-secret', body),
    };
    const request = { method: 'POST', url: '/orders?a=1', headers, body };
    expect(await world.kit.handle(request)).toMatchObject({ status: 200, body: { status: 'created' } });
    expect(await world.kit.handle({ ...request, body: Buffer.from('{}') })).toMatchObject({ status: 401 });
    expect(await world.kit.handle({ ...request, url: '/elsewhere' })).toBeNull();
  });
});
