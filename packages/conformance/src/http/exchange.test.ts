import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exchange, type HttpRequest } from './exchange';

let server: Server;
beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function send(change: Partial<HttpRequest> = {}) {
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-length': '4' };
  const url = new URL(`http://127.0.0.1:${port}/`);
  return exchange({
    url,
    method: 'POST',
    headers,
    body: 'body',
    timeoutMs: 5_000,
    allowInsecure: true,
    ...change,
  });
}

/** The whole body of the next request that arrives. */
async function nextBody(): Promise<string> {
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

describe('one request to a store', () => {
  it('returns status, headers and the JSON of the answer', async () => {
    server.on('request', (_, response) =>
      response.writeHead(429, { 'retry-after': '3' }).end('{"error":{}}'),
    );
    expect(await send()).toMatchObject({
      kind: 'answered',
      status: 429,
      headers: { 'retry-after': '3' },
      body: { error: {} },
    });
  });

  it('returns a body that is not JSON as undefined', async () => {
    server.on('request', (_, response) => response.end('<html>'));
    expect(await send()).toMatchObject({ kind: 'answered', status: 200, body: undefined, bytes: 6 });
  });

  it('broken off once sent: the store has the whole request, the answer is lost', async () => {
    const arrived = nextBody();
    expect(await send({ cut: 'sent' })).toMatchObject({ kind: 'none' });
    expect(await arrived).toBe('body');
  });

  it('broken off as the answer begins: the store has answered, the answer is lost', async () => {
    server.on('request', (_, response) => response.writeHead(200).write('{'));
    expect(await send({ cut: 'answered' })).toMatchObject({ kind: 'none' });
  });

  it('names no address where there is no answer', async () => {
    server.on('request', (request) => request.socket.destroy());
    expect(await send()).toMatchObject({ kind: 'none', failure: 'ECONNRESET' });
    expect(await send({ timeoutMs: 1, url: new URL('http://127.0.0.1:1/') })).toMatchObject({ kind: 'none' });
  });

  it('returns what cannot be sent at all as no answer', async () => {
    expect(await send({ url: new URL('ftp://shop.example/') })).toMatchObject({
      failure: 'ERR_INVALID_PROTOCOL',
    });
    expect(await send({ headers: { authorization: 'two\nlines' } })).toMatchObject({
      failure: 'ERR_INVALID_CHAR',
    });
  });

  it('D23: refuses a name that resolves to an address that is not public', async () => {
    const url = new URL('http://localhost:9/');
    expect(await send({ url, allowInsecure: false })).toMatchObject({ failure: 'ADDRESS_NOT_PUBLIC' });
  });
});
