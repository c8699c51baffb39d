import { createServer, type ServerResponse } from 'node:http';

/**
 * Stores that answer every call with the right receipt and do nothing else, all at one port: what is measured is the
 * service, on a machine that real stores would not share. `GET /seen` tells what came in.
 */
const seen = { writes: 0, orders: 0 };
/** By store and variant: what `PUT /inventory` said last, and when it came (ms since the epoch). */
const written = new Map<string, { quantity: number; at: number }>();

interface Call {
  variant_id: string;
  location_id: string;
  quantity: number;
  external_ref: string;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const url = request.url ?? '';
    if (request.method === 'GET') return answer(response, { ...seen, written: Object.fromEntries(written) });
    const call: Call = JSON.parse(Buffer.concat(chunks).toString());
    return answer(response, url.endsWith('/orders') ? placed(call) : wrote(url, call));
  });
});

function wrote(url: string, { variant_id, location_id, quantity }: Call) {
  seen.writes += 1;
  const store = url.split('/')[1] ?? '';
  written.set(`${store} ${variant_id}`, { quantity, at: performance.timeOrigin + performance.now() });
  return { success: true, variant_id, location_id, quantity };
}

function placed({ external_ref }: Call) {
  seen.orders += 1;
  return { success: true, message: 'created', external_ref, order_id: `S-${seen.orders}`, status: 'created' };
}

function answer(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['STORES_PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
