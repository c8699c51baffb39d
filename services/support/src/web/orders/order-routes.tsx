import { forecastReroutes } from '@hub/support-desk';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';
import { addOrderActionRoutes } from './actions/order-action-routes';
import { addAddressRoutes } from './customer/address-routes';
import { addCustomerRoutes } from './customer/customer-routes';
import { addFindRoutes } from './find/find-routes';
import { addOrderListRoutes } from './list/order-list-routes';
import { orderName } from './order-head';
import { OrderPage } from './order-page';
import { addReplayRoutes } from './replay/replay-routes';
import { reroutableOf } from './placing-troubles';
import { requireOrder } from './require-order';

/** Orders: found, told from their beginning, and mended. */
export function orderRoutes(desk: Desk): Router {
  const router = Router();
  addFindRoutes(router, desk);
  addOrderListRoutes(router, desk);
  addCustomerRoutes(router, desk);
  addAddressRoutes(router, desk);
  addOrderActionRoutes(router, desk);
  addReplayRoutes(router, desk);
  router.get('/:id', async (request, response) => {
    const order = await requireOrder(desk, request.params.id);
    const reroutes = await forecastReroutes(desk.db, {
      references: reroutableOf(order),
      now: desk.clock.now(),
    });
    sendPage(request, response, {
      title: `Order ${orderName(order)} of ${order.shop}`,
      section: 'orders',
      content: <OrderPage {...{ order, reroutes }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}
