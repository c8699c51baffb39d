import { errorBody, temporaryFailure } from '@hub/contract';
import { healthRouter, type Component } from '@hub/runtime';
import type { RequestListener, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { BodiesInFlight } from './bodies-in-flight';
import { explainRequest } from './explain-request';
import { receiveEvent, type ReceiveDependencies } from './receive-event';
import { RETRY_AFTER_S } from './retry-after';

/** The spelling that stores use; Express finds any other spelling of that address. */
const EVENTS_PATH = /^\/shops\/([\w.~-]+)\/events$/;

/**
 * The ingress's addresses: events (D1), health, and the check of signatures; any other method or path is a `404` with
 * the error body. Express's router costs an event more than all of the ingress's own work, so events use it only where
 * it could matter.
 */
export function createApp(
  dependencies: ReceiveDependencies & {
    /** Whether stores learn what differs in a signature: only in `development` and `test`. */
    explainsSignatures: boolean;
  },
  components: readonly Component[],
): RequestListener {
  // One bound for all addresses (D36).
  const bodies = new BodiesInFlight(() => dependencies.now());
  const receive = receiveEvent(dependencies, bodies);
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.post('/shops/:slug/events', (request, response) => receive(request, response, request.params.slug));
  if (dependencies.explainsSignatures) {
    const explain = explainRequest(dependencies, bodies);
    app.post('/shops/:slug/signature', (request, response) =>
      explain(request, response, request.params.slug),
    );
  }
  app.use(healthRouter(components));
  app.use((_request, response) => {
    response.status(404).json(notFound);
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return void response.destroy();
    // An address that cannot be decoded is just another unknown one.
    if (error instanceof URIError || isClientError(error)) return void response.status(404).json(notFound);
    fail(response, error);
  });
  return (request, response) => {
    const slug = request.method === 'POST' ? EVENTS_PATH.exec(request.url ?? '')?.[1] : undefined;
    if (slug === undefined) return app(request, response);
    receive(request, response, slug).catch((error: unknown) => fail(response, error));
  };

  function fail(response: ServerResponse, error: unknown): void {
    dependencies.logger.error('request failed', { error });
    if (response.headersSent) return void response.destroy();
    response.writeHead(503, {
      'Retry-After': RETRY_AFTER_S,
      'Content-Type': 'application/json; charset=utf-8',
    });
    response.end(JSON.stringify(errorBody(temporaryFailure('the event could not be handled'))));
  }
}

const notFound = errorBody({
  code: 'not_found',
  message: 'there is nothing at this address: send events to POST /shops/{shop_slug}/events',
});

function isClientError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}
