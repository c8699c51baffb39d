import { isDatabaseAway } from '@hub/database';
import { forecastReroutes, openRefusedEvents, type RerouteForecast } from '@hub/desk/orders';
import { keptFor } from '@hub/desk/engine';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';
import { addOrderActionRoutes } from './order-actions';
import { addAddressRoutes } from './customer/address-routes';
import { addCustomerRoutes } from './customer/customer-routes';
import { addFindRoutes } from './find/find-routes';
import { orderName } from './order-head';
import { OrderPage } from './order-page';
import { addReplayRoutes } from './replay/replay-routes';
import { reroutableOf } from './placing-problems';
import { requireOrder } from './require-order';

/**
 * A forecast of a re-route makes the routing decision, which takes the same locks as routing: many open tabs must not do so
 * every three seconds. The page of the action itself computes it again.
 */
const REROUTES_KEPT_MS = 10_000;

/** Orders: the search, each order's page with its timeline, and the actions. */
export function orderRoutes(desk: Desk): Router {
  const router = Router();
  addFindRoutes(router, desk);
  addCustomerRoutes(router, desk);
  addAddressRoutes(router, desk);
  addOrderActionRoutes(router, desk);
  addReplayRoutes(router, desk);
  const reroutesOf = keptFor(REROUTES_KEPT_MS, (references, now) =>
    forecastReroutes(desk.db, { references: references === '' ? [] : references.split(' '), now }),
  );
  router.get('/:id', async (request, response) => {
    const order = await requireOrder(desk, request.params.id);
    const now = desk.clock.now();
    const references = reroutableOf(order).join(' ');
    // An order with contradictory rows is exactly the one that agents need to see.
    const reroutes = await reroutesOf(references, now).catch(noForecast(desk));
    const refusedEvents = await openRefusedEvents(desk.db, { id: order.id, now });
    sendPage(request, response, {
      title: `Order ${orderName(order)} of ${order.shopName}`,
      section: 'orders',
      content: <OrderPage {...{ order, reroutes, refusedEvents, now }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}

function noForecast({ logger }: Desk): (error: unknown) => ReadonlyMap<string, RerouteForecast[]> {
  return (error) => {
    if (isDatabaseAway(error)) throw error;
    logger.error('destination of the lines unknown', { error });
    return new Map();
  };
}
