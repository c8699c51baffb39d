import type { IncomingMessage, ServerResponse } from 'node:http';
import { STORE_ENDPOINTS } from '@hub/contract';
import type { KitCall } from '../calls/call';
import type { KitContext } from '../context';
import { refuse, StoreRefusal } from '../refuse';
import type { StoreKit } from '../store-kit';
import type { Answer } from './answer';
import { areRight } from './credentials';
import { findCall } from './find-call';
import { readBytes } from './read-bytes';

const CALLS_AT_ONCE = 64;
const COME_AGAIN_SECONDS = 1;

interface RouterOptions {
  callsAtOnce: number | undefined;
  /** Told after each call that was carried out: events may have been queued with it. */
  onCarriedOut: () => void;
}

/** The six endpoints. What is none of them is left to `next`, where there is one. */
export function kitRouter<Tx>(
  kit: KitContext<Tx>,
  { callsAtOnce = CALLS_AT_ONCE, onCarriedOut }: RouterOptions,
): StoreKit<Tx>['router'] {
  let underWay = 0;
  const carryOut = async (request: IncomingMessage, path: Path): Promise<Answer> => {
    const bytes = await readBytes(request);
    if (!areRight(request, { bytes, credentials: await kit.credentials() })) throw refuse.unauthorized();
    if (!kit.has(STORE_ENDPOINTS[path.call.operation].capability)) throw refuse.forbidden();
    if (underWay >= callsAtOnce) throw refuse.rateLimited(COME_AGAIN_SECONDS);
    underWay += 1;
    try {
      const data = request.method === 'GET' ? null : parseJson(bytes);
      const call = { orderId: decoded(path.orderId), query: path.query, body: data };
      const body = await path.call.carryOut(kit, call);
      onCarriedOut();
      return { status: 200, body, headers: {} };
    } finally {
      underWay -= 1;
    }
  };

  return (request, response, next) => {
    const path = pathOf(request);
    if (!path && next) return next();
    if (!path) return write(response, NO_SUCH_ENDPOINT);
    carryOut(request, path)
      .catch((error: unknown) => answerOf(kit, error, path.call.operation))
      .then((answer) => write(response, answer))
      // The caller has gone, or the socket broke: nobody is left to answer.
      .catch((error: unknown) => kit.failed(error, 'answering a call'));
  };
}

interface Path {
  call: KitCall;
  orderId: string;
  query: URLSearchParams;
}

const NO_SUCH_ENDPOINT: Answer = {
  status: 404,
  body: { error: { code: 'not_found', message: 'the store has no such endpoint' } },
  headers: {},
};

function pathOf(request: IncomingMessage): Path | null {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const found = findCall(request.method ?? '', path);
  return found && { ...found, query: new URLSearchParams(query) };
}

function answerOf<Tx>(kit: KitContext<Tx>, error: unknown, doing: string): Answer {
  if (error instanceof StoreRefusal) return error.answer;
  kit.failed(error, doing);
  return refuse.temporaryFailure().answer;
}

function write(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
  });
  response.end(text);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw refuse.invalidRequest(undefined, 'the body is not JSON');
  }
}

function decoded(orderId: string): string {
  try {
    return decodeURIComponent(orderId);
  } catch {
    throw refuse.invalidRequest('order_id', 'is badly encoded');
  }
}
