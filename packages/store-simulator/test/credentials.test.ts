import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sign } from '@hub/contract';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, callWith, SECRET } from './a-store';

const WRITE = { variant_id: 'hat', location_id: '9000', quantity: 3 };

describe('what a store requires of every request ("Authentication", D2)', () => {
  let store: SimulatedStore;
  beforeEach(async () => {
    store = await aStore();
  });
  afterEach(() => store.stop());

  it('answers 401 unauthorized without the right bearer token', async () => {
    for (const target of [
      'GET /products',
      'PUT /inventory',
      'POST /orders',
      'POST /cancel',
      'POST /returns',
    ]) {
      const body = target.startsWith('GET') ? undefined : {};
      const answer = await callWith(store, target, { body, bearer: 'another' });
      expect([target, answer.status, answer.body]).toEqual([
        target,
        401,
        { error: { code: 'unauthorized', message: expect.any(String) } },
      ]);
    }
  });

  it('answers 401 to a body without signature, or with one of other bytes or another secret', async () => {
    const bytes = JSON.stringify(WRITE);
    for (const signature of [null, sign(SECRET, `${bytes} `), sign('another', bytes), 'sha256=00']) {
      expect((await callWith(store, 'PUT /inventory', { body: WRITE, signature })).status).toBe(401);
    }
    expect(store.inventory('hat')['9000']).toBe(0);
  });

  it('verifies the signature over the raw bytes, whatever white space they contain', async () => {
    const bytes = JSON.stringify(WRITE, null, 4);
    expect((await callWith(store, 'PUT /inventory', { bytes })).status).toBe(200);
  });

  it('ignores the case of the digest', async () => {
    const signature = sign(SECRET, JSON.stringify(WRITE)).toUpperCase().replace('SHA256', 'sha256');
    expect((await callWith(store, 'PUT /inventory', { body: WRITE, signature })).status).toBe(200);
  });

  it('requires no signature where there is no body', async () => {
    expect((await call(store, 'GET /products')).status).toBe(200);
  });

  it('answers 400 invalid_request to a signed body that is not JSON, or does not validate, naming the field', async () => {
    expect(await callWith(store, 'PUT /inventory', { bytes: 'not json' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
    expect(await call(store, 'PUT /inventory', { ...WRITE, quantity: -1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'quantity' } },
    });
    const order = { order_id: 'o', external_ref: 'r', lines: [{ order_line_id: 'l', quantity: 0 }] };
    expect(await call(store, 'POST /returns', order)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'lines[0].quantity' } },
    });
  });

  it('logs every request with its answer, and no credentials', async () => {
    await call(store, 'PUT /inventory', WRITE);
    expect(store.requests).toMatchObject([
      { endpoint: 'PUT /inventory', method: 'PUT', path: '/inventory', body: WRITE, status: 200 },
    ]);
    const text = JSON.stringify(store.requests);
    expect(text).not.toContain('test-bearer');
    expect(text).not.toContain('sha256=');
  });

  it('answers an unknown path 404', async () => {
    expect((await call(store, 'GET /nothing')).status).toBe(404);
    expect((await call(store, 'GET /_control/state')).status).toBe(404);
  });
});
