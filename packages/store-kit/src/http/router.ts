import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KitContext } from '../context';
import type { StoreKit } from '../store-kit';
import type { Answer } from '../answer';
import { type HandleOptions, kitHandler, pathOf } from './handle';
import { readBytes } from './read-bytes';

/** The six endpoints, for any server: `router` for one of `node:http`, `handle` for any other. */
export function kitRouter<Tx>(
  kit: KitContext<Tx>,
  options: HandleOptions,
): Pick<StoreKit<Tx>, 'router' | 'handle'> {
  const handle = kitHandler(kit, options);
  return {
    async handle(request) {
      const path = pathOf(request);
      return path && handle(path, async () => request);
    },
    router(request, response, next) {
      const path = pathOf(request);
      if (!path && next) return next();
      if (!path) return writeAnswer(response, NO_SUCH_ENDPOINT);
      handle(path, () => readRequest(request))
        .then((answer) => writeAnswer(response, answer))
        // The caller has gone, or the socket broke: no one is left to answer.
        .catch((error: unknown) => kit.failed(error, 'answering a call'));
    },
  };
}

const NO_SUCH_ENDPOINT: Answer = {
  status: 404,
  body: { error: { code: 'not_found', message: 'the store has no such endpoint' } },
  headers: {},
};

async function readRequest(request: IncomingMessage) {
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: await readBytes(request) };
}

/** Writes an answer as JSON. */
export function writeAnswer(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
  });
  response.end(text);
}
