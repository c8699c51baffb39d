import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  body: unknown;
}

/** A store that answers, and keeps almost nothing of the contract. */
export interface HollowStore {
  apiRoot: string;
  stop(): Promise<void>;
}

/** @param answers its answers, by method and the first segment of the path, as `POST /orders` */
export async function aHollowStore(answers: (endpoint: string) => Answer): Promise<HollowStore> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const endpoint = `${request.method} /${request.url?.split(/[/?]/)[1]}`;
      const { status, body } = answers(endpoint);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  const port = await listen(server);
  return {
    apiRoot: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Refuses every call, in proper form. */
export function onlyRefusals(): Answer {
  return { status: 404, body: { error: { code: 'unknown_order', message: 'no such order' } } };
}

/**
 * All its answers to success paths are wrong: no stock levels, another reference, an order_id at random, no receipts.
 */
export function noSuccessPath(endpoint: string): Answer {
  switch (endpoint) {
    case 'GET /products':
      return { status: 200, body: { products: [hollowProduct()], next_cursor: null } };
    case 'POST /orders':
      return {
        status: 200,
        body: { success: true, external_ref: 'another', order_id: String(Math.random()), status: 'created' },
      };
    default:
      return { status: 404, body: { error: { code: 'unknown_order', message: 'no such order' } } };
  }
}

function hollowProduct() {
  return {
    product_id: 'p1',
    title: 'Sock',
    brand: 'Hollow',
    images: [{ url: 'https://images.example.com/sock.jpg' }],
    variants: [{ variant_id: 'v1', size: 'One size', inventory: [] }],
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
