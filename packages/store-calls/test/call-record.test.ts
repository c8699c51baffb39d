import { placeOrder, readProductsPage, writeInventory } from '@hub/store-calls';
import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger, metrics } from '@hub/runtime';
import nock from 'nock';
import {
  clientUnderTest,
  inventoryReceipt,
  inventoryWrite,
  ROOT,
  shippingOrder,
  store,
} from './client-under-test';
import { useNock } from './use-nock';

useNock();

const api = () => nock(ROOT).put('/api/inventory');

describe('the record of a call, for the call log', () => {
  it('one for each call, with all its attempts', async () => {
    let now = 0;
    const { client, records } = clientUnderTest({ clock: { now: () => (now += 100) } });
    api().reply(500);
    api().reply(200, inventoryReceipt);
    await client.send(store, writeInventory(inventoryWrite), {
      correlation: 'c-1',
      sellerOrderId: 'order-1',
    });
    expect(records).toEqual([
      {
        shopId: 7,
        operation: 'write_inventory',
        method: 'PUT',
        path: '/inventory',
        reference: 'V-1',
        requestBody: inventoryWrite,
        status: 200,
        outcome: 'confirmed',
        code: null,
        attempts: 2,
        attemptLog: [
          {
            at: expect.any(Number),
            status: 500,
            failure: 'status',
            code: null,
            durationMs: expect.any(Number),
          },
          { at: expect.any(Number), status: 200, failure: null, code: null, durationMs: expect.any(Number) },
        ],
        durationMs: expect.any(Number),
        correlation: 'c-1',
        sellerOrderId: 'order-1',
        responseBody: inventoryReceipt,
      },
    ]);
    expect(records[0]?.durationMs).toBeGreaterThanOrEqual(100);
  });

  it('of a failed call: status and code of the last answer', async () => {
    const { client, records } = clientUnderTest();
    api()
      .times(3)
      .reply(503, { error: { code: 'temporary_failure', message: 'later' } });
    await client.send(store, writeInventory(inventoryWrite));
    expect(records).toMatchObject([
      { outcome: 'unavailable', status: 503, code: 'temporary_failure', attempts: 3, correlation: null },
    ]);
  });

  it('of a call without an answer: no status and the network’s code', async () => {
    const { client, records } = clientUnderTest();
    api()
      .times(3)
      .replyWithError(Object.assign(new Error('x'), { code: 'ECONNRESET' }));
    await client.send(store, writeInventory(inventoryWrite));
    expect(records).toMatchObject([{ status: null, code: 'ECONNRESET', responseBody: null }]);
  });

  it('of a call whose last attempt got no answer: nothing of the answers before', async () => {
    const { client, records } = clientUnderTest();
    api().reply(500, { error: { code: 'temporary_failure', message: '' } });
    api()
      .twice()
      .replyWithError(Object.assign(new Error('x'), { code: 'ECONNRESET' }));
    await client.send(store, writeInventory(inventoryWrite));
    expect(records).toMatchObject([{ status: null, code: 'ECONNRESET', responseBody: null }]);
  });

  it('of a read: cursor as reference, no body; a long answer only by its size', async () => {
    const { client, records } = clientUnderTest();
    nock(ROOT)
      .get('/api/products?limit=50&cursor=c2')
      .reply(200, { products: [], next_cursor: null, padding: 'x'.repeat(9_000) });
    await client.send(store, readProductsPage({ cursor: 'c2', limit: 50 }));
    expect(records).toMatchObject([
      { reference: 'c2', path: '/products?limit=50&cursor=c2', requestBody: null },
    ]);
    expect(records[0]?.responseBody).toEqual({ truncated: true, bytes: expect.any(Number) });
  });

  it('a recorder that fails does not fail the call', async () => {
    const { client } = clientUnderTest({
      onCall: () => {
        throw new Error('no room');
      },
    });
    api().reply(200, inventoryReceipt);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({ kind: 'confirmed' });
  });

  it('log and metrics contain no body, no token and no text of the store’s (D29)', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const { client } = clientUnderTest({ logger: createLogger({ service: 'test', level: 'debug', stream }) });
    nock(ROOT)
      .post('/api/orders')
      .reply(400, { error: { code: 'invalid_request', message: 'Anna Åberg unknown' } });
    await client.send(store, placeOrder(shippingOrder), { correlation: 'c-9' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines.join(''))).toMatchObject({
      level: 'warn',
      shop: 'nordic-outdoor',
      operation: 'place_order',
      outcome: 'refused',
      correlation: 'c-9',
    });
    const shown = lines.join() + (await metrics.metrics());
    expect(shown).not.toMatch(/Anna|Storgatan|token-1|hub-test-secret/);
    expect(shown).toMatch(/hub_store_calls_total{operation="place_order",outcome="refused"} 1/);
  });
});
