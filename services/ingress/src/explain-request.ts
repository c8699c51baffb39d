import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { errorBody, explainSignature, refusal, type NamedSecret } from '@hub/contract';
import { BodiesInFlight } from './bodies-in-flight';
import type { EventSender } from './check-event';
import { clientAddress } from './client-address';
import { readBody } from './read-body';

/** A larger body is no event to check a signature with. */
const LARGEST_BODY = 64 * 1024;

/**
 * `POST /shops/{slug}/signature`, only in `development` and `test`: reports how a request differs from a rightly signed
 * one. An unknown shop is answered like one whose secrets do not match, after the same work (D3); no secret is in any
 * answer.
 */
export function explainRequest(dependencies: {
  findSender(slug: string, now: number): EventSender | null;
  trustedProxies: BlockList;
  now(): number;
}) {
  const bodies = new BodiesInFlight(() => dependencies.now());
  return async (request: IncomingMessage, response: ServerResponse, slug: string): Promise<void> => {
    const body = await readBody(request, clientAddress(request, dependencies.trustedProxies), bodies);
    if (body === 'aborted') return;
    if (body === 'no_room')
      return answer(response, 503, errorBody(refusal('temporary_failure', 'send it again')));
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

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
