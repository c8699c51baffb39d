import express, { Router, type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';

import { cancelOrder } from '../actions/cancel-order';
import { listVariant } from '../actions/list-variant';
import { returnGoods } from '../actions/return-goods';
import { sell } from '../actions/sell';
import { ship } from '../actions/ship';
import type { Delivery } from '../delivery/delivery';
import type { StoreParts } from '../http/serve-endpoint';
import { changeQuantity } from '../state/move-goods';
import type { Store } from '../state/store';
import { waitUntil } from '../wait-until';
import {
  BreakRequest,
  CancelRequest,
  EventsRequest,
  FaultRequest,
  ListRequest,
  ResendRequest,
  ReturnRequest,
  SellRequest,
  ShipRequest,
  StockRequest,
} from './control-requests';
import { describeState } from './describe-state';
import { describeSwitches } from './describe-switches';

/** Longer than any one attempt to deliver an event takes. */
const FIRST_ATTEMPT_MS = 40_000;

/**
 * The store's own actions and faults over HTTP, for users and other processes of the same machine. An action answers
 * with its event's id and the service's answer.
 */
export function controlRouter(parts: StoreParts): Router {
  const { store, faults, switches } = parts;
  const router = Router();
  router.use(express.json());

  router.get('/state', (_request, response) => {
    response.json(describeState(parts));
  });
  router.post('/faults', (request, response) => {
    faults.add(FaultRequest.parse(request.body));
    response.json({ pending: faults.pending });
  });
  router.delete('/faults', (_request, response) => {
    faults.clear();
    response.json({ pending: [] });
  });
  router.get('/switches', (_request, response) => {
    response.json(describeSwitches(switches));
  });
  router.post('/switches', (request, response) => {
    for (const id of BreakRequest.parse(request.body).break) switches.break(id);
    response.json(describeSwitches(switches));
  });
  router.delete('/switches', (_request, response) => {
    switches.keepAll();
    response.json(describeSwitches(switches));
  });
  router.post('/events', (request, response) => {
    const { url } = EventsRequest.parse(request.body);
    store.events.sendTo(url);
    response.json({ url });
  });
  router.post('/list', (request, response) => {
    const { variantId, listed } = ListRequest.parse(request.body);
    listVariant(store, variantId, listed);
    response.json({ variantId, listed });
  });
  router.post('/sell', async (request, response) => {
    const { orderId, lines, delivery } = sell(store, SellRequest.parse(request.body));
    response.json({ orderId, lines, ...(await answerOf(store, delivery)) });
  });
  router.post('/ship', async (request, response) => {
    const { orderId, ...shipment } = ShipRequest.parse(request.body);
    response.json(await answerOf(store, ship(store, orderId, shipment)));
  });
  router.post('/cancel', async (request, response) => {
    const { orderId, reason } = CancelRequest.parse(request.body);
    response.json(await answerOf(store, cancelOrder(store, orderId, reason)));
  });
  router.post('/return', async (request, response) => {
    const { orderId, ...goods } = ReturnRequest.parse(request.body);
    response.json(await answerOf(store, returnGoods(store, orderId, goods)));
  });
  router.post('/stock', async (request, response) => {
    response.json(await answerOf(store, changeQuantity(store, StockRequest.parse(request.body))));
  });
  router.post('/resend', async (request, response) => {
    response.json(await answerOf(store, store.events.resend(ResendRequest.parse(request.body).eventId)));
  });
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).json({ error: { code: 'invalid_request', message: messageOf(error) } });
  });
  return router;
}

/** The result of the event's first attempt; retries continue. */
async function answerOf(store: Store, delivery: Delivery): Promise<object> {
  await waitUntil(
    store,
    () => delivery.attempts.length > 0 || delivery.state !== 'sending',
    FIRST_ATTEMPT_MS,
  );
  const { eventId, state, attempts, answer } = delivery;
  return { eventId, state, attempts: attempts.length, answer };
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : 'unknown';
}
