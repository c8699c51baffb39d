import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody, LIMITS, refusal, UNAUTHORIZED } from '@hub/contract';
import type { EventAnswer } from './arrival';
import type { Inbox } from './inbox';

export interface ServedInbox {
  /** The events address on this machine, as on an environment sheet. */
  url: string;
  stop: () => Promise<void>;
}

/** Serves the address that a store sends its events to (D1). Rejects where the port is taken. */
export async function serveInbox(
  inbox: Inbox,
  { host, port, shopSlug }: { host: string; port: number; shopSlug: string },
): Promise<ServedInbox> {
  const path = `/shops/${shopSlug}/events`;
  const server = createServer((request, response) => {
    void answerTo(inbox, path, request).then(({ status, headers, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  });
  const taken = await listen(server, host, port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${path}`,
    stop: () => close(server),
  };
}

async function answerTo(inbox: Inbox, expected: string, request: IncomingMessage): Promise<EventAnswer> {
  const bytes = await readBody(request);
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.method !== 'POST' || !/^\/shops\/[^/]+\/events$/.test(path))
    return error(refusal('not_found', 'events are sent to POST /shops/{shop_slug}/events'));
  if (path !== expected) return error(UNAUTHORIZED);
  return inbox.receive({ path, headers: headersOf(request), bytes });
}

/** At most the limit of an event plus one byte: enough to see that it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      if (size <= LIMITS.maxEventBytes) chunks.push(Buffer.from(chunk));
      size += chunk.length;
    }
  } catch {
    // The store broke the connection: the received body is judged.
  }
  return Buffer.concat(chunks).subarray(0, LIMITS.maxEventBytes + 1);
}

function error({ status, ...body }: ReturnType<typeof refusal>): EventAnswer {
  return { status, headers: {}, body: errorBody(body) };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
