import { SIGNATURE_HEADER } from '@hub/contract';
import type { Request, Response } from 'express';

import type { Answer } from '../endpoints/answer';
import type { Endpoint } from '../endpoints/endpoint';
import { invalidRequest } from '../endpoints/read-body';
import { answerWithFault, type Reply } from '../faults/answer-with-fault';
import type { Switches } from '../broken-rules/switches';
import type { Faults } from '../faults/faults';
import type { Store } from '../state/store';
import { checkCredentials } from './check-credentials';
import { headersWithoutSecrets, type LoggedRequest, type RequestLog } from './request-log';

export interface StoreParts {
  store: Store;
  faults: Faults;
  switches: Switches;
  requests: RequestLog;
}

/** The way of every call: logged, struck by a fault or not, credentials checked, carried out, answered. */
export function serveEndpoint(parts: StoreParts, endpoint: Endpoint) {
  const { store, faults, switches, requests } = parts;
  return async (request: Request, response: Response): Promise<void> => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const fault = faults.take(endpoint.name);
    const entry = newEntry(store, endpoint, { request, bytes });
    entry.fault = fault?.kind ?? null;
    requests.add(entry);
    store.changed();

    const reply = await answerWithFault(fault, async () =>
      switches.answer(await answerCall(parts, endpoint, { request, bytes })),
    );
    if (reply !== 'dropped') {
      entry.status = reply.status;
      // A products page is the catalogue again: a long run would keep all of it.
      entry.answer = endpoint.name === 'GET /products' ? null : reply.body;
    }
    write(response, reply);
    store.changed();
  };
}

interface Received {
  request: Request;
  bytes: Buffer;
}

function newEntry(store: Store, endpoint: Endpoint, { request, bytes }: Received): LoggedRequest {
  return {
    at: store.nowIso(),
    endpoint: endpoint.name,
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

function answerCall(
  { store, switches }: StoreParts,
  endpoint: Endpoint,
  { request, bytes }: Received,
): Answer | Promise<Answer> {
  const { bearerToken, signingSecret, olderSecrets = [] } = store.options;
  const hasBody = request.method !== 'GET';
  const refusal = checkCredentials(
    switches.credentials({
      expected: { bearerToken, signingSecrets: [signingSecret, ...olderSecrets] },
      authorization: request.get('authorization') ?? '',
      signature: request.get(SIGNATURE_HEADER) ?? '',
      bytes,
      hasBody,
    }),
  );
  if (refusal) return refusal;
  const body = parseJson(bytes);
  if (hasBody && body === undefined) return invalidRequest('the body is not JSON');
  const orderId = request.params['order_id'];
  return switches.call(store, endpoint, {
    orderId: typeof orderId === 'string' ? orderId : '',
    query: queryOf(request),
    body,
    isCut: () => request.socket.destroyed || request.socket.readableEnded,
  });
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

/** Undefined where the bytes are no JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Read plainly: a query is pairs of text, whatever brackets stand in it. */
function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, 'http://store').searchParams;
}
