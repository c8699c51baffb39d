import { createServer, type ServerResponse } from 'node:http';
import type { StoreRecord } from './start-stores';

/**
 * The stores of all shops, at one port: each call gets the right receipt and is recorded, nothing else is done, because
 * the service is measured, on a machine that real stores would not share. `GET /` returns how many calls came,
 * `DELETE /` returns the records and clears them.
 */
const records: StoreRecord[] = [];
let orders = 0;
let returns = 0;

interface Call {
  variant_id: string;
  location_id: string;
  quantity: number;
  external_ref: string;
  order_id: string;
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return answer(response, { calls: records.length });
  if (request.method === 'DELETE') return answer(response, records.splice(0, records.length));
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const call: Call = JSON.parse(Buffer.concat(chunks).toString());
    const [, store = '', endpoint, orderId] = (request.url ?? '').split('/');
    if (orderId !== undefined) return answer(response, tracked(store, call, decodeURIComponent(orderId)));
    answer(response, receiptOf(store, endpoint, call));
  });
});

function receiptOf(store: string, endpoint: string | undefined, call: Call): object {
  switch (endpoint) {
    case 'orders':
      return placed(store, call);
    case 'cancel':
      return stopped(store, call);
    case 'returns':
      return returned(store, call);
    default:
      return written(store, call);
  }
}

function written(store: string, { variant_id, location_id, quantity }: Call) {
  note({ store, subject: variant_id, quantity });
  return { success: true, variant_id, location_id, quantity };
}

function placed(store: string, { external_ref }: Call) {
  note({ store, subject: external_ref, quantity: 1 });
  orders += 1;
  return { success: true, message: 'created', external_ref, order_id: `S-${orders}`, status: 'created' };
}

function stopped(store: string, { external_ref, order_id }: Call) {
  note({ store, subject: external_ref, quantity: 1 });
  return { success: true, external_ref, order_id, status: 'stopped' };
}

function returned(store: string, { external_ref }: Call) {
  note({ store, subject: external_ref, quantity: 1 });
  returns += 1;
  return { external_ref, return_id: `R-${returns}` };
}

/** `PUT /orders/{order_id}/tracking`, the only call with a longer path. */
function tracked(store: string, { external_ref }: Call, orderId: string) {
  note({ store, subject: external_ref, quantity: 1 });
  return { success: true, external_ref, order_id: orderId };
}

function note(record: Omit<StoreRecord, 'at'>): void {
  records.push({ ...record, at: performance.timeOrigin + performance.now() });
}

function answer(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['STORES_PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
