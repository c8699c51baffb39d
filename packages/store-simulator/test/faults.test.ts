import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, placed, shippingOrder } from './a-store';

let store: SimulatedStore;
beforeEach(async () => {
  store = await aStore();
});
afterEach(() => store.stop());

const place = (ref = 'ref-1') => call(store, 'POST /orders', shippingOrder(ref));

describe('faults on demand', () => {
  it('status: an error a number of times, nothing carried out, with the code of the status', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 2, fault: { kind: 'status', status: 500 } });
    for (const _attempt of [1, 2]) {
      expect(await place()).toMatchObject({ status: 500, body: { error: { code: 'temporary_failure' } } });
    }
    expect(store.orders).toEqual([]);
    expect((await place()).status).toBe(200);
  });

  it('status: 429 rate_limited with Retry-After in seconds or as a date', async () => {
    const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
    store.faults.add({ endpoint: '*', times: 1, fault: { kind: 'status', status: 429, retryAfter: 3 } });
    store.faults.add({ endpoint: '*', times: 1, fault: { kind: 'status', status: 429, retryAfter: date } });
    const first = await call(store, 'GET /products');
    expect(first).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(first.headers.get('retry-after')).toBe('3');
    expect((await call(store, 'GET /products')).headers.get('retry-after')).toBe(date);
  });

  it('status: any code and header, such as a redirect', async () => {
    store.faults.add({
      endpoint: 'GET /products',
      fault: { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1/elsewhere' } },
    });
    const answer = await call(store, 'GET /products');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1/elsewhere']);
  });

  it('delay: carried out after the wait, or before it', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'delay', ms: 60 } });
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'delay', ms: 60, when: 'after' } });
    const late = place('ref-1');
    await store.until(() => store.requests.length === 1);
    expect([store.orders.length, store.requests[0]?.status]).toEqual([0, null]);
    expect((await late).status).toBe(200);

    const early = place('ref-2');
    await store.until(() => store.requests.length === 2);
    expect([store.orders.length, store.requests[1]?.status]).toEqual([2, null]);
    expect((await early).status).toBe(200);
  });

  it('drop after: the order is there, the answer is not, and a repeat gets the receipt', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'drop', when: 'after' } });
    await expect(place()).rejects.toThrow();
    expect(store.orders).toHaveLength(1);
    expect((await place()).body).toMatchObject({ order_id: store.orders[0]?.orderId });
    expect(store.orders).toHaveLength(1);
    expect(store.requests.map(({ status, fault }) => [status, fault])).toEqual([
      [null, 'drop'],
      [200, null],
    ]);
  });

  it('drop before: nothing happened', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'drop', when: 'before' } });
    await expect(place()).rejects.toThrow();
    expect(store.orders).toEqual([]);
  });

  it('wrong_receipt: carried out, with fields of the receipt changed or left out', async () => {
    store.faults.add({
      endpoint: 'POST /orders',
      times: 1,
      fault: { kind: 'wrong_receipt', change: { external_ref: 'another' }, without: ['order_id'] },
    });
    expect((await place()).body).toEqual({
      success: true,
      message: expect.any(String),
      external_ref: 'another',
      status: 'created',
    });
    expect((await place()).body).toMatchObject({ external_ref: 'ref-1', order_id: store.orders[0]?.orderId });
  });

  it('wrong_receipt: corrupts a products page as well', async () => {
    store.faults.add({
      endpoint: 'GET /products',
      fault: { kind: 'wrong_receipt', change: { next_cursor: 'again' } },
    });
    expect((await call(store, 'GET /products')).body).toMatchObject({ next_cursor: 'again' });
  });

  it('success_status: carried out, and answered with another success', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'success_status', status: 201 } });
    expect(await place()).toMatchObject({ status: 201, body: { external_ref: 'ref-1' } });
  });

  it('wrong_body: carried out, and answered with a text', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'wrong_body', body: '<html>' } });
    expect(await place()).toMatchObject({ status: 200, body: { text: '<html>' } });
    expect(store.orders).toHaveLength(1);
  });

  it('leaves an error of the call itself as it is', async () => {
    store.faults.add({ endpoint: 'POST /cancel', fault: { kind: 'success_status', status: 201 } });
    const answer = await call(store, 'POST /cancel', { external_ref: 'c', order_id: 'nothing' });
    expect(answer.status).toBe(404);
  });

  it('affects only its endpoint, oldest first, until used up, removed or cleared', async () => {
    store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'status', status: 503 } });
    const takeBack = store.faults.add({ endpoint: 'POST /orders', fault: { kind: 'status', status: 403 } });
    expect((await call(store, 'GET /products')).status).toBe(200);
    expect([(await place()).status, (await place()).status, (await place()).status]).toEqual([503, 403, 403]);
    expect(store.faults.pending).toEqual([
      { endpoint: 'POST /orders', fault: { kind: 'status', status: 403 } },
    ]);
    takeBack();
    await placed(store, 'ref-1');
    store.faults.add({ endpoint: '*', fault: { kind: 'status', status: 401 } });
    expect((await place()).status).toBe(401);
    store.faults.clear();
    expect((await place()).status).toBe(200);
  });
});
