import { STORE_ENDPOINTS } from '@hub/contract';
import type { KitCall } from '../calls/call';
import type { KitContext } from '../context';
import { refuse, StoreRefusal } from '../refuse';
import type { Answer } from '../answer';
import { areRight } from './credentials';
import { findCall } from './find-call';
import type { KitRequest, ServedCall } from '../served-call';

const CALLS_AT_ONCE = 64;
const COME_AGAIN_SECONDS = 1;

export interface HandleOptions {
  callsAtOnce?: number | undefined;
  aroundCall?: ((call: ServedCall, carryOut: CarryOut) => Promise<Answer>) | undefined;
  /** Called after each call that was carried out: events may have been queued with it. */
  onCarriedOut: () => void;
}

type CarryOut = (call: ServedCall) => Promise<Answer>;

/** Which of the six calls it is; null: none of them. */
export interface Path {
  call: KitCall;
  orderId: string;
  query: URLSearchParams;
}

export function pathOf({
  method = '',
  url = '',
}: {
  method?: string | undefined;
  url?: string | undefined;
}): Path | null {
  const [path = '', query = ''] = url.split('?', 2);
  const found = findCall(method, path);
  return found && { ...found, query: new URLSearchParams(query) };
}

/** Answers the six calls. Never rejects. */
export function kitHandler<Tx>(
  kit: KitContext<Tx>,
  { callsAtOnce = CALLS_AT_ONCE, aroundCall, onCarriedOut }: HandleOptions,
): (path: Path, readRequest: () => Promise<KitRequest>) => Promise<Answer> {
  let underWay = 0;
  const letIn = async (path: Path, request: KitRequest): Promise<Answer> => {
    if (!areRight(request, await kit.credentials())) throw refuse.unauthorized();
    const { operation } = path.call;
    if (!kit.has(STORE_ENDPOINTS[operation].capability)) throw refuse.forbidden();
    if (underWay >= callsAtOnce) throw refuse.rateLimited(COME_AGAIN_SECONDS);
    underWay += 1;
    try {
      const body = request.method === 'GET' ? null : parseJson(request.body);
      const call = { operation, request, orderId: decoded(path.orderId), query: path.query, body };
      const carryOut: CarryOut = (changed) => carriedOut(path.call, changed);
      return await (aroundCall ? aroundCall(call, carryOut) : carryOut(call));
    } finally {
      underWay -= 1;
    }
  };
  const carriedOut = async (kitCall: KitCall, call: ServedCall): Promise<Answer> => {
    try {
      const body = await kitCall.carryOut(kit, call);
      onCarriedOut();
      return { status: 200, body, headers: {} };
    } catch (error) {
      return answerOf(kit, error, call.operation);
    }
  };
  return async (path, readRequest) => {
    try {
      return await letIn(path, await readRequest());
    } catch (error) {
      return answerOf(kit, error, path.call.operation);
    }
  };
}

function answerOf<Tx>(kit: KitContext<Tx>, error: unknown, doing: string): Answer {
  if (error instanceof StoreRefusal) return error.answer;
  kit.failed(error, doing);
  return refuse.temporaryFailure().answer;
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
