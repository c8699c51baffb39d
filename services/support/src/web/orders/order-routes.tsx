import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';

export function orderRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => {
    sendPage(request, response, { title: 'Orders', section: 'orders', content: <h1>Orders</h1> });
  });
  return router;
}
