import {
  cancelOrder,
  deliverTracking,
  placeOrder,
  readProductsPage,
  registerReturn,
  writeInventory,
} from '@hub/store-calls';
import { StorableText, StoreErrorCode } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import nock from 'nock';
import {
  cancellation,
  clientUnderTest,
  inventoryReceipt,
  inventoryWrite,
  returned,
  ROOT,
  shippingOrder,
  shippingOrderReceipt,
  store,
  tracking,
} from './client-under-test';
import { useNock } from './use-nock';

useNock();

const { client } = clientUnderTest();

const variant = { variant_id: 'V-1', size: 'One size', inventory: [{ location_id: '9000', quantity: 0 }] };
const product = {
  product_id: 'P-1',
  title: 'Tent',
  brand: 'Nordic',
  images: [{ url: 'https://cdn.example/1.jpg' }],
  variants: [variant],
};

const answers = (status: number, body?: nock.Body, headers?: Record<string, string>) =>
  nock(ROOT).put('/api/inventory').reply(status, body, headers);
const write = () => client.send(store, writeInventory(inventoryWrite));

describe('the six calls, confirmed by a 200 with the right receipt', () => {
  it('GET /products: 100 products a page, the first page without a cursor (D14)', async () => {
    nock(ROOT)
      .get('/api/products?limit=100')
      .reply(200, { products: [product], next_cursor: 'a/b&c' });
    nock(ROOT)
      .get('/api/products?limit=100&cursor=a%2Fb%26c')
      .reply(200, { products: [], next_cursor: null });
    const first = await client.send(store, readProductsPage({}));
    expect(first).toMatchObject({
      kind: 'confirmed',
      status: 200,
      receipt: { next_cursor: 'a/b&c' },
      attempts: 1,
    });
    const last = await client.send(store, readProductsPage({ cursor: 'a/b&c' }));
    expect(last).toMatchObject({ kind: 'confirmed', receipt: { products: [], next_cursor: null } });
  });

  it('PUT /inventory (D15)', async () => {
    nock(ROOT).put('/api/inventory', inventoryWrite).reply(200, inventoryReceipt);
    expect(await write()).toMatchObject({ kind: 'confirmed', receipt: inventoryReceipt });
  });

  it('POST /orders (D18); extra fields are ignored', async () => {
    nock(ROOT)
      .post('/api/orders', { ...shippingOrder })
      .reply(200, { ...shippingOrderReceipt, message: 'ok', extra: 1 });
    const outcome = await client.send(store, placeOrder(shippingOrder));
    expect(outcome).toMatchObject({ kind: 'confirmed', receipt: { order_id: 'S-77' } });
  });

  it('PUT /orders/{order_id}/tracking (D20), the id escaped in the path', async () => {
    nock(ROOT)
      .put('/api/orders/%2310%2F2%20a/tracking', { ...tracking })
      .reply(200, { success: true, external_ref: 'pk-1', order_id: '#10/2 a' });
    const outcome = await client.send(store, deliverTracking('#10/2 a', tracking));
    expect(outcome).toMatchObject({ kind: 'confirmed', receipt: { external_ref: 'pk-1' } });
  });

  it('POST /cancel (D21)', async () => {
    const receipt = { success: true, ...cancellation, status: 'stopped' };
    nock(ROOT).post('/api/cancel', cancellation).reply(200, receipt);
    expect(await client.send(store, cancelOrder(cancellation))).toMatchObject({ kind: 'confirmed', receipt });
  });

  it('POST /returns (D22)', async () => {
    nock(ROOT).post('/api/returns', returned).reply(200, { external_ref: 're-1', return_id: 'R-9' });
    const outcome = await client.send(store, registerReturn(returned));
    expect(outcome).toMatchObject({ kind: 'confirmed', receipt: { return_id: 'R-9' } });
  });
});

describe('a receipt that does not match is a failed receipt, tried once (D23)', () => {
  it.each([201, 202, 204])('status %i', async (status) => {
    answers(status, status === 204 ? undefined : inventoryReceipt);
    const outcome = await write();
    expect(outcome).toMatchObject({ kind: 'invalid_receipt', status, field: null, attempts: 1 });
  });

  it.each([
    ['variant_id', { ...inventoryReceipt, variant_id: 'V-2' }],
    ['location_id', { ...inventoryReceipt, location_id: '9001' }],
    ['quantity', { ...inventoryReceipt, quantity: 6 }],
    ['success', { ...inventoryReceipt, success: false }],
    ['success', inventoryWrite],
  ])('PUT /inventory with a wrong %s', async (field, receipt) => {
    answers(200, receipt);
    expect(await write()).toMatchObject({ kind: 'invalid_receipt', status: 200, field, attempts: 1 });
  });

  it.each([
    ['external_ref', { ...shippingOrderReceipt, external_ref: 'so-2' }],
    ['order_id', { ...shippingOrderReceipt, order_id: undefined }],
    ['order_id', { ...shippingOrderReceipt, order_id: 77 }],
    ['status', { ...shippingOrderReceipt, status: 'pending' }],
  ])('POST /orders with a wrong %s', async (field, receipt) => {
    nock(ROOT).post('/api/orders').reply(200, receipt);
    expect(await client.send(store, placeOrder(shippingOrder))).toMatchObject({
      kind: 'invalid_receipt',
      field,
    });
  });

  it.each([
    ['external_ref', { success: true, external_ref: 'pk-2', order_id: 'O-1' }],
    ['order_id', { success: true, external_ref: 'pk-1', order_id: 'O-2' }],
  ])('tracking with a wrong %s', async (field, receipt) => {
    nock(ROOT).put('/api/orders/O-1/tracking').reply(200, receipt);
    expect(await client.send(store, deliverTracking('O-1', tracking))).toMatchObject({
      kind: 'invalid_receipt',
      field,
    });
  });

  it.each([
    ['external_ref', { success: true, ...cancellation, external_ref: 'ca-2', status: 'stopped' }],
    ['order_id', { success: true, ...cancellation, order_id: 'S-78', status: 'stopped' }],
    ['status', { success: true, ...cancellation, status: 'cancelled' }],
  ])('POST /cancel with a wrong %s', async (field, receipt) => {
    nock(ROOT).post('/api/cancel').reply(200, receipt);
    expect(await client.send(store, cancelOrder(cancellation))).toMatchObject({
      kind: 'invalid_receipt',
      field,
    });
  });

  it.each([
    ['external_ref', { external_ref: 're-2', return_id: 'R-9' }],
    ['return_id', { external_ref: 're-1' }],
  ])('POST /returns with a wrong %s', async (field, receipt) => {
    nock(ROOT).post('/api/returns').reply(200, receipt);
    expect(await client.send(store, registerReturn(returned))).toMatchObject({
      kind: 'invalid_receipt',
      field,
    });
  });

  it('a products page reports every fault with the shop’s ids, and no value (D14)', async () => {
    const page = {
      products: [{ ...product, brand: 'x\0', variants: [{ ...variant, size: '' }] }],
      next_cursor: null,
    };
    nock(ROOT).get('/api/products?limit=100').reply(200, page);
    const outcome = await client.send(store, readProductsPage({}));
    expect(outcome).toMatchObject({
      kind: 'invalid_receipt',
      field: 'products[0].brand',
      faults: [
        { field: 'products[0].brand', productId: 'P-1' },
        { field: 'products[0].variants[0].size', productId: 'P-1', variantId: 'V-1' },
      ],
    });
  });

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('a body that is %s', async (_what, body) => {
    answers(200, body);
    const problem = 'the answer is not UTF-8 JSON';
    expect(await write()).toMatchObject({ kind: 'invalid_receipt', status: 200, field: null, problem });
  });

  it('JSON that is not an object', async () => {
    answers(200, 'null');
    expect(await write()).toMatchObject({ kind: 'invalid_receipt', field: null });
  });
});

describe('a refusal ends the call after one attempt (D23)', () => {
  it.each([
    [400, 'invalid_request'],
    [404, 'unknown_variant'],
    [409, 'idempotency_conflict'],
    [409, 'order_already_shipped'],
  ])('%i %s', async (status, code) => {
    answers(status, { error: { code, message: 'No.' } });
    expect(await write()).toEqual({
      kind: 'refused',
      status,
      code,
      message: 'No.',
      attempts: 1,
      maybeActed: false,
    });
  });

  it.each([401, 403])('%i is about our credentials: the caller holds the store', async (status) => {
    answers(status, { error: { code: 'unauthorized', message: 'No.' } });
    const outcome = await write();
    expect(outcome).toEqual({
      kind: 'unauthorized',
      status,
      code: 'unauthorized',
      message: 'No.',
      attempts: 1,
      maybeActed: false,
    });
  });

  it.each([301, 302, 303, 307, 308])('a %i is not followed', async (status) => {
    answers(status, '', { Location: `${ROOT}/elsewhere` });
    const elsewhere = nock(ROOT).put('/elsewhere').reply(200, inventoryReceipt);
    expect(await write()).toMatchObject({ kind: 'refused', status, code: null, message: null, attempts: 1 });
    expect(elsewhere.isDone()).toBe(false);
  });

  it.each([
    ['5xx', true],
    ['lost answer', true],
    ['429', false],
    ['refused connection', false],
  ])(
    'after a %s it reports whether the store may have acted before: %s (D18)',
    async (earlier, maybeActed) => {
      const put = () => nock(ROOT).put('/api/inventory');
      if (earlier === '5xx') put().reply(503);
      if (earlier === '429') put().reply(429);
      if (earlier === 'lost answer') put().replyWithError(Object.assign(new Error(), { code: 'ECONNRESET' }));
      if (earlier === 'refused connection')
        put().replyWithError(Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' }));
      answers(404);
      expect(await write()).toMatchObject({ kind: 'refused', attempts: 2, maybeActed });
      answers(401);
      const again = await client.send(store, writeInventory(inventoryWrite), { attemptsMade: 1, maybeActed });
      expect(again).toMatchObject({ kind: 'unauthorized', maybeActed });
    },
  );

  it('without an error body has no code', async () => {
    answers(404, '<html>');
    expect(await write()).toEqual({
      kind: 'refused',
      status: 404,
      code: null,
      message: null,
      attempts: 1,
      maybeActed: false,
    });
  });

  it.each([
    ['one the contract does not know, which may be personal data (D29)', 'anna@example.com has moved'],
    ['one with NUL', 'bad\0code'],
    ['one of thousands of characters', 'c'.repeat(60_000)],
  ])('has no code if it is %s', async (_what, code) => {
    answers(422, { error: { code, message: 'No.' } });
    expect(await write()).toMatchObject({ kind: 'refused', status: 422, code: null, message: 'No.' });
  });

  it.each([
    ['a long one, to 500 characters', 'm'.repeat(10_000), 'm'.repeat(500)],
    ['an emoji across the cut, not in half', `${'m'.repeat(499)}😀😀`, `${'m'.repeat(499)}😀`],
    ['NUL and half an emoji (D7)', 'a\0b\ud83d', 'a\ufffdb\ufffd'],
  ])('truncates the message to what can be stored: %s', async (_what, message, stored) => {
    answers(400, { error: { code: 'invalid_request', message } });
    expect(await write()).toMatchObject({ message: stored });
  });

  it('reports of any answer only what can be stored, and no code that the contract does not know (D7, D29)', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
        fc.constant('😀'),
      ),
    });
    const errorBody = fc.record({ error: fc.record({ code: text, message: text }) });
    const body = fc.oneof(
      text,
      fc.json(),
      errorBody.map((answer) => JSON.stringify(answer)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(200, 201, 302, 400, 401, 404, 409, 422),
        body,
        async (status, answered) => {
          answers(status, answered);
          const { code, message } = { code: null, message: null, ...(await write()) };
          expect(StorableText.nullable().safeParse(message).success).toBe(true);
          expect([null, ...StoreErrorCode.options]).toContain(code);
        },
      ),
    );
  });
});
