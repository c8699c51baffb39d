import express, { type Express, type NextFunction, type Request, type Response } from 'express';

import { errorBody } from '@hub/contract';

import { getProducts } from '../endpoints/get-products';
import { postCancel } from '../endpoints/post-cancel';
import { postOrders } from '../endpoints/post-orders';
import { postReturns } from '../endpoints/post-returns';
import { putInventory } from '../endpoints/put-inventory';
import { putTracking } from '../endpoints/put-tracking';
import { serveImage } from './serve-image';
import { serveEndpoint, type StoreParts } from './serve-endpoint';

/** The store's own API: the contract's "Endpoints hosted by each store". */
export function storeApp(parts: StoreParts, control: express.Router | null): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (control) app.use('/_control', control);
  // The signature is verified over the bytes as received, so no body is parsed or inflated on the way in.
  app.use(express.raw({ type: () => true, inflate: false, limit: '10mb' }));
  app.get('/products', serveEndpoint(parts, getProducts));
  app.put('/inventory', serveEndpoint(parts, putInventory));
  app.post('/orders', serveEndpoint(parts, postOrders));
  app.put('/orders/:order_id/tracking', serveEndpoint(parts, putTracking));
  app.post('/cancel', serveEndpoint(parts, postCancel));
  app.post('/returns', serveEndpoint(parts, postReturns));
  app.get(/\.(?:jpg|jpeg|png|gif|webp)$/, serveImage);
  app.use((_request: Request, response: Response) => {
    response.status(404).json({ error: { code: 'not_found', message: 'the store has no such endpoint' } });
  });
  app.use(answerUnexpected(parts));
  return app;
}

function answerUnexpected({ store }: StoreParts) {
  return (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    const reason = error instanceof Error ? error.message : 'unknown';
    store.tell(`a call failed: ${reason}`);
    const isOurs = statusOf(error) >= 500;
    const code = isOurs ? 'temporary_failure' : 'invalid_request';
    response
      .status(isOurs ? 500 : 400)
      .json(errorBody({ code, message: 'the request could not be handled' }));
  };
}

/** Express gives what is wrong with a request (too large, badly encoded path) a status of its own. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
}
