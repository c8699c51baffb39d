import { SIGNATURE_HEADER } from '@hub/contract';
import type { KitRequest } from '@hub/store-kit';
import type { Request, Response } from 'express';

import { answerWithFault, type Reply } from '../faults/answer-with-fault';
import type { Switches } from '../broken-rules/switches';
import type { EndpointName, Faults } from '../faults/faults';
import type { Store } from '../state/store';
import { type Answer, NO_SUCH_ENDPOINT } from '../answer';
import { headersWithoutSecrets, type LoggedRequest, type RequestLog } from './request-log';

export interface StoreParts {
  store: Store;
  faults: Faults;
  switches: Switches;
  requests: RequestLog;
}

/** The path of every call: logged, affected by a fault or not, handed to the kit, answered. */
export function serveEndpoint(parts: StoreParts, endpoint: EndpointName) {
  const { store, faults, switches, requests } = parts;
  return async (request: Request, response: Response): Promise<void> => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const fault = faults.take(endpoint);
    const entry = newEntry(store, endpoint, { request, bytes });
    entry.fault = fault?.kind ?? null;
    requests.add(entry);

    const reply = await answerWithFault(fault, {
      carryOut: async () => switches.answer(await answerCall(parts, { request, bytes })),
      onWait: () => store.changed(),
    });
    if (reply !== 'dropped') {
      entry.status = reply.status;
      // A products page is the catalogue again: a long run would keep all of it.
      entry.answer = endpoint === 'GET /products' ? null : reply.body;
    }
    write(response, reply);
    store.changed();
  };
}

interface Received {
  request: Request;
  bytes: Buffer;
}

function newEntry(store: Store, endpoint: EndpointName, { request, bytes }: Received): LoggedRequest {
  return {
    at: store.nowIso(),
    endpoint,
    method: request.method,
    path: request.path,
    query: Object.fromEntries(queryOf(request)),
    headers: headersWithoutSecrets(request.headers),
    body: parseJson(bytes),
    status: null,
    answer: null,
    fault: null,
  };
}

async function answerCall({ store, switches }: StoreParts, { request, bytes }: Received): Promise<Answer> {
  const { bearerToken, signingSecret } = store.options;
  const received = switches.request({
    authorization: request.get('authorization') ?? '',
    signature: request.get(SIGNATURE_HEADER) ?? '',
    bytes,
    bearerToken,
    signingSecret,
  });
  const { authorization, signature } = received;
  const call: KitRequest = {
    method: request.method,
    url: request.originalUrl,
    headers: { ...request.headers, authorization, [SIGNATURE_HEADER.toLowerCase()]: signature },
    body: received.bytes,
  };
  store.cuts.set(call, () => request.socket.destroyed || request.socket.readableEnded);
  return (await store.kit.handle(call)) ?? NO_SUCH_ENDPOINT;
}

function write(response: Response, reply: Reply): void {
  if (reply === 'dropped') {
    response.socket?.destroy();
    return;
  }
  response.status(reply.status).set(reply.headers ?? {});
  if (typeof reply.body === 'string') response.type('json').send(reply.body);
  else response.json(reply.body);
}

/** Undefined where the bytes are not JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Parsed plainly: a query is pairs of text, whatever brackets it contains. */
function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, 'http://store').searchParams;
}
