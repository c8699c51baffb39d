import express, { type Express, type NextFunction, type Request, type Response } from 'express';

import { errorBody } from '@hub/contract';

import { NO_SUCH_ENDPOINT } from '../answer';
import { serveImage } from './serve-image';
import { serveEndpoint, type StoreParts } from './serve-endpoint';

/** The store's own API: the contract's "Endpoints hosted by each store". */
export function storeApp(parts: StoreParts, control: express.Router | null): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (control) app.use('/_control', control);
  // The signature is verified over the bytes as received, so no body is parsed or inflated before that.
  app.use(express.raw({ type: () => true, inflate: false, limit: '10mb' }));
  app.get('/products', serveEndpoint(parts, 'GET /products'));
  app.put('/inventory', serveEndpoint(parts, 'PUT /inventory'));
  app.post('/orders', serveEndpoint(parts, 'POST /orders'));
  app.put('/orders/:order_id/tracking', serveEndpoint(parts, 'PUT /orders/{order_id}/tracking'));
  app.post('/cancel', serveEndpoint(parts, 'POST /cancel'));
  app.post('/returns', serveEndpoint(parts, 'POST /returns'));
  app.get(/\.(?:jpg|jpeg|png|gif|webp)$/, serveImage);
  app.use((_request: Request, response: Response) => {
    response.status(NO_SUCH_ENDPOINT.status).json(NO_SUCH_ENDPOINT.body);
  });
  app.use(answerUnexpected(parts));
  return app;
}

function answerUnexpected({ store }: StoreParts) {
  return (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    const reason = error instanceof Error ? error.message : 'unknown';
    store.print(`a call failed: ${reason}`);
    const isOurs = statusOf(error) >= 500;
    const code = isOurs ? 'temporary_failure' : 'invalid_request';
    response
      .status(isOurs ? 500 : 400)
      .json(errorBody({ code, message: 'the request could not be handled' }));
  };
}

/** Express gives faulty requests (too large, badly encoded path) its own status. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
}
