import { deliverTracking, placeOrder, readProductsPage, writeInventory } from '@hub/store-calls';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sign } from '@hub/contract';
import {
  clientUnderTest,
  inventoryReceipt,
  inventoryWrite,
  shippingOrder,
  shippingOrderReceipt,
  store as anyStore,
  tracking,
} from './client-under-test';

// Real sockets, for what only they show.

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function storeAt(host: string, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, store: { ...anyStore, apiRoot: `http://${host}:${port}/api/` } };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const quick = { timeoutMs: 300, allowInsecureStores: true };

describe('what goes over the wire', () => {
  it('a request with a body: bearer token, and a signature over the exact bytes sent (D2)', async () => {
    const bodies: Promise<Buffer>[] = [];
    const requests: IncomingMessage[] = [];
    const { store } = await storeAt('127.0.0.1', (request, response) => {
      requests.push(request);
      bodies.push(bodyOf(request));
      request.on('end', () => response.writeHead(200, JSON_TYPE).end(JSON.stringify(shippingOrderReceipt)));
    });
    const { client } = clientUnderTest(quick);
    // Letters of one, two, three and four bytes, and half of a pair.
    const order = { ...shippingOrder, seller_order_number: 'Größe 鞋 👟 \ud83d' };
    expect(await client.send(store, placeOrder(order))).toMatchObject({ kind: 'confirmed' });
    const body = Buffer.concat(await Promise.all(bodies));
    expect(JSON.parse(body.toString())).toEqual(order);
    const headers = {
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'content-length': String(body.length),
      'x-hub-signature': sign(store.signingSecret, body),
    };
    expect(requests).toMatchObject([{ method: 'POST', url: '/api/orders', headers }]);
  });

  it('a request without a body: only the token', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const { store } = await storeAt('127.0.0.1', (request, response) => {
      seen.push(request.headers);
      response.writeHead(200, JSON_TYPE).end('{"products":[],"next_cursor":null}');
    });
    const { client } = clientUnderTest(quick);
    await client.send(store, readProductsPage({}));
    expect(seen).toMatchObject([{ authorization: 'Bearer token-1' }]);
    expect(seen.flatMap(Object.keys)).not.toContain('x-hub-signature');
    expect(seen.flatMap(Object.keys)).not.toContain('content-type');
  });

  it.each([
    ['..', '/api/orders/%2E%2E/tracking'],
    ['.', '/api/orders/%2E/tracking'],
    ['../../cancel', '/api/orders/..%2F..%2Fcancel/tracking'],
    ['...', '/api/orders/.../tracking'],
  ])('an order id %s cannot lead to another path', async (orderId, path) => {
    const seen: (string | undefined)[] = [];
    const { store } = await storeAt('127.0.0.1', (request, response) => {
      seen.push(request.url);
      response
        .writeHead(200, JSON_TYPE)
        .end(JSON.stringify({ success: true, external_ref: 'pk-1', order_id: orderId }));
    });
    const { client } = clientUnderTest(quick);
    expect(await client.send(store, deliverTracking(orderId, tracking))).toMatchObject({ kind: 'confirmed' });
    expect(seen).toEqual([path]);
  });

  it('no proxy of the environment is used', async () => {
    const { store } = await storeAt('127.0.0.1', (_request, response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(inventoryReceipt));
    });
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      const { client } = clientUnderTest(quick);
      expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({ kind: 'confirmed' });
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
  });

  it('one connection serves several calls', async () => {
    const { store, server } = await storeAt('127.0.0.1', (_request, response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(inventoryReceipt));
    });
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const { client } = clientUnderTest(quick);
    for (let call = 0; call < 3; call += 1) await client.send(store, writeInventory(inventoryWrite));
    expect(connections).toBe(1);
    client.close();
  });
});

describe('malformed or slow answers (D23)', () => {
  it('a connection dropped during an answer is retried, then unavailable: the store may have acted', async () => {
    let requests = 0;
    const { store } = await storeAt('127.0.0.1', (request, response) => {
      requests += 1;
      response.writeHead(200, { ...JSON_TYPE, 'Content-Length': '1000' });
      response.write('{"success":', () => request.socket.destroy());
    });
    const { client } = clientUnderTest(quick);
    const outcome = await client.send(store, writeInventory(inventoryWrite));
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'network',
      status: null,
      maybeActed: true,
      attempts: 3,
    });
    expect(requests).toBe(3);
  });

  it('the time limit of an attempt covers the whole answer, however steadily it drips', async () => {
    const drips: NodeJS.Timeout[] = [];
    const { store } = await storeAt('127.0.0.1', (_request, response) => {
      response.writeHead(200, JSON_TYPE).write('{');
      drips.push(setInterval(() => response.write(' '), 10));
    });
    const { client } = clientUnderTest({ ...quick, timeoutMs: 100 });
    const outcome = await client.send(store, writeInventory(inventoryWrite), { maxAttempts: 2 });
    drips.forEach(clearInterval);
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'timeout', maybeActed: true, attempts: 2 });
  });

  it.each([
    ['10 MiB', readProductsPage({}), 1024 * 1024],
    ['64 KiB', writeInventory(inventoryWrite), 32 * 1024],
  ])('D36: an answer over %s is not read further, and is a failed receipt', async (limit, call, bytes) => {
    let written = 0;
    const { store } = await storeAt('127.0.0.1', (_request, response) => {
      response.writeHead(200, JSON_TYPE);
      const chunk = Buffer.alloc(bytes, ' ');
      const more = () => {
        written += 1;
        if (written <= 1_000 && !response.destroyed) response.write(chunk, more);
      };
      more();
    });
    const { client } = clientUnderTest({ ...quick, timeoutMs: 5_000 });
    expect(await client.send<unknown>(store, call)).toMatchObject({
      kind: 'invalid_receipt',
      status: 200,
      problem: `the answer is larger than ${limit}`,
    });
    expect(written).toBeLessThan(1_000);
  });

  it('D36: a page of millions of empty objects is not parsed', async () => {
    const { store } = await storeAt('127.0.0.1', (_request, response) => {
      response
        .writeHead(200, JSON_TYPE)
        .end(`{"products":[${'{},'.repeat(3_000_000)}{}],"next_cursor":null}`);
    });
    const { client } = clientUnderTest({ ...quick, timeoutMs: 20_000 });
    expect(await client.send(store, readProductsPage({}))).toMatchObject({
      kind: 'invalid_receipt',
      problem: 'the answer has more than 1650000 parts',
    });
  });

  it('D36: a refusal over 64 KiB counts by its status alone', async () => {
    const error = { code: 'idempotency_conflict', message: 'x'.repeat(70_000) };
    const { store } = await storeAt('127.0.0.1', (_request, response) => {
      response.writeHead(409, JSON_TYPE).end(JSON.stringify({ error }));
    });
    const { client } = clientUnderTest(quick);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'refused',
      status: 409,
      code: null,
    });
  });

  it('an answer encoded despite our headers is not inflated', async () => {
    const { store } = await storeAt('127.0.0.1', (_request, response) => {
      response
        .writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' })
        .end(gzipSync(JSON.stringify(inventoryReceipt)));
    });
    const { client } = clientUnderTest(quick);
    const outcome = await client.send(store, writeInventory(inventoryWrite));
    expect(outcome).toMatchObject({ kind: 'invalid_receipt', problem: 'the answer is encoded' });
  });

  it('a closed port: the store has not acted', async () => {
    const { store, server } = await storeAt('127.0.0.1', () => {});
    server.close();
    await once(server, 'close');
    const { client } = clientUnderTest(quick);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'unavailable',
      code: 'ECONNREFUSED',
      maybeActed: false,
      attempts: 3,
    });
  });
});

describe('addresses are checked on connect (D23)', () => {
  const neverCalled = async (host: string, scheme: string) => {
    let connections = 0;
    const { store, server } = await storeAt(host, (_request, response) => response.end());
    server.on('connection', () => (connections += 1));
    const { client } = clientUnderTest({ timeoutMs: 1_000, allowInsecureStores: false });
    const apiRoot = store.apiRoot.replace('http:', `${scheme}:`);
    const outcome = await client.send({ ...store, apiRoot }, writeInventory(inventoryWrite));
    return { outcome, connections };
  };

  it.each([
    ['https', '127.0.0.1'],
    ['https', '[::1]'],
    ['https', '[::ffff:127.0.0.1]'],
    ['https', '2130706433'],
    ['https', 'localhost'],
    ['http', '127.0.0.1'],
    ['http', 'localhost'],
  ])('%s://%s is refused before connecting, once, and the store has not acted', async (scheme, host) => {
    const { outcome, connections } = await neverCalled(host, scheme);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'network',
      code: 'ADDRESS_NOT_ALLOWED',
      maybeActed: false,
      attempts: 1,
    });
    expect(connections).toBe(0);
  });

  it('ALLOW_INSECURE_STORES lets both through (D28)', async () => {
    const { store } = await storeAt('localhost', (_request, response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(inventoryReceipt));
    });
    const { client } = clientUnderTest(quick);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({ kind: 'confirmed' });
  });
});
