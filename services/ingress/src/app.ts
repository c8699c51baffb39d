import { errorBody } from '@hub/contract';
import { healthRouter, type Part } from '@hub/runtime';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { isTrusted } from './client-address';
import { receiveEvent, RETRY_AFTER_S, type ReceiveDependencies } from './receive-event';

/** The ingress's addresses: events (D1), health, metrics; any other method or path is a `404` with the error body. */
export function createApp(dependencies: ReceiveDependencies, parts: readonly Part[]): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.set('trust proxy', (address: string) => isTrusted(dependencies.trustedProxies, address));
  app.post('/shops/:slug/events', receiveEvent(dependencies));
  app.use(healthRouter(parts));
  app.use((_request, response) => {
    response.status(404).json(notFound);
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return void response.destroy();
    // An address that cannot be decoded is just another unknown one.
    if (error instanceof URIError || isClientError(error)) return void response.status(404).json(notFound);
    dependencies.logger.error('request failed', { error });
    response.set('Retry-After', RETRY_AFTER_S).status(503);
    response.json(errorBody({ code: 'temporary_failure', message: 'send the event again' }));
  });
  return app;
}

const notFound = errorBody({ code: 'not_found', message: 'there is nothing at this address' });

function isClientError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}
