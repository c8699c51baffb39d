import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One event as it arrived at the service. */
export interface ReceivedEvent {
  bytes: Buffer;
  signature: string;
  contentType: string;
  envelope: { event: string; event_id: string; occurred_at: string; spec_version: string; data: unknown };
}

export interface FakeHub {
  url: string;
  received: ReceivedEvent[];
  /** The answers to the following events; `cut` breaks the connection. When used up, `200 accepted`. */
  answers: (number | 'cut')[];
  /** The data of the events received so far under a name. */
  dataOf(event: string): unknown[];
  stop(): Promise<void>;
}

/** Stands for the service at the other end of a store's events. */
export async function startFakeHub(): Promise<FakeHub> {
  const received: ReceivedEvent[] = [];
  const answers: (number | 'cut')[] = [];
  const server = createServer((request, response) => {
    void readEvent(request).then((event) => {
      received.push(event);
      const answer = answers.shift() ?? 200;
      if (answer === 'cut') return request.socket.destroy();
      response.writeHead(answer, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(bodyFor(answer, event.envelope.event_id)));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/shops/test-shop/events`,
    received,
    answers,
    dataOf: (name) =>
      received.filter(({ envelope }) => envelope.event === name).map(({ envelope }) => envelope.data),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readEvent(request: IncomingMessage): Promise<ReceivedEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  return {
    bytes,
    signature: String(request.headers['x-hub-signature']),
    contentType: String(request.headers['content-type']),
    envelope: JSON.parse(bytes.toString()),
  };
}

function bodyFor(status: number, eventId: string): object {
  if (status === 200) return { success: true, event_id: eventId, outcome: 'accepted' };
  return { error: { code: 'invalid_request', message: 'no', field: 'data.order_id' } };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
