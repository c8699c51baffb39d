import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { errorBody, explainSignature, refusal, temporaryFailure, type NamedSecret } from '@hub/contract';
import { clientAddress, RequestsPerAddress } from '@hub/runtime';
import type { BodiesInFlight } from './bodies-in-flight';
import type { EventSender } from './check-event';
import { readBody } from './read-body';
import { RETRY_AFTER_S } from './retry-after';

/** A larger body is no event to check a signature with. */
const LARGEST_BODY = 64 * 1024;

/** Anyone may ask, and an answer costs some milliseconds of CPU: at most about a twentieth of a processor. */
const BOUNDS = { spanMs: 60_000, address: 30, total: 600 };

/**
 * `POST /shops/{slug}/signature`, only in `development` and `test`: reports how a request differs from a rightly signed
 * one. An unknown shop is answered like one whose secrets do not match, after the same work (D3); no secret is in any
 * answer.
 */
export function explainRequest(
  dependencies: {
    findSender(slug: string, now: number): EventSender | null;
    trustedProxies: BlockList;
    now(): number;
  },
  bodies: BodiesInFlight,
) {
  const requests = new RequestsPerAddress(() => dependencies.now(), BOUNDS);
  return async (request: IncomingMessage, response: ServerResponse, slug: string): Promise<void> => {
    const address = clientAddress(request, dependencies.trustedProxies);
    if (!requests.admit(address)) return later(response, 'too many signatures are explained now');
    const body = await readBody(request, address, bodies);
    if (body === 'aborted') return;
    if (body === 'no_room') return later(response, 'too many bodies are being received');
    if (body === 'too_large' || body.length > LARGEST_BODY)
      return answer(response, 413, errorBody(refusal('payload_too_large', 'the body exceeds 64 KiB')));
    const header = [request.headers['x-hub-signature'] ?? []].flat()[0];
    const sender = dependencies.findSender(slug, dependencies.now());
    answer(response, 200, explainSignature({ header, body, secrets: namedSecrets(sender) }));
  };
}

function namedSecrets(sender: EventSender | null): NamedSecret[] {
  const { secrets = [], older = [] } = sender ?? {};
  return [
    ...secrets.map((secret) => ({ secret, name: 'a secret of the shop', verifies: true })),
    ...older.map((secret) => ({ secret, name: 'an older secret of the shop', verifies: false })),
  ];
}

/** Not 429: a store gets none (D5). */
function later(response: ServerResponse, why: string): void {
  response.setHeader('Retry-After', RETRY_AFTER_S);
  answer(response, 503, errorBody(temporaryFailure(why)));
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
