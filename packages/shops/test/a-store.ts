import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  body: object;
}

/** A minimal store: answers as the test says, and records its requests. */
export interface LocalStore {
  root: string;
  received: ReceivedCall[];
  answer: (call: ReceivedCall) => Answer | Promise<Answer>;
  close(): Promise<void>;
}

export async function aStore(): Promise<LocalStore> {
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    void serve(request, response);
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: await buffer(request) };
    received.push(call);
    const answer = await store.answer(call);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: LocalStore = {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    received,
    answer: receipt,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return store;
}

/** A receipt for each of the six calls. */
export function receipt({ path, body }: ReceivedCall): Answer {
  if (path.startsWith('/api/products')) return { status: 200, body: { products: [], next_cursor: null } };
  const sent = JSON.parse(body.toString()) as { external_ref?: string; order_id?: string };
  const { external_ref } = sent;
  const trackingOf = /^\/api\/orders\/(.+)\/tracking$/.exec(path)?.[1];
  if (trackingOf !== undefined)
    return { status: 200, body: { success: true, external_ref, order_id: trackingOf } };
  const receipts: Record<string, object> = {
    '/api/inventory': { ...sent, success: true },
    '/api/orders': { success: true, external_ref, order_id: 'SO-1', status: 'created' },
    '/api/cancel': { success: true, external_ref, order_id: sent.order_id, status: 'stopped' },
    '/api/returns': { external_ref, return_id: 'R-1' },
  };
  return { status: 200, body: receipts[path] ?? {} };
}

export function refusal(status: number, message = 'no') {
  return () => ({ status, body: { error: { code: 'invalid_request', message } } });
}
