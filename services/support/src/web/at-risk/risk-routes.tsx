import { Router } from 'express';
import { sendPage } from '../layout/send-page';

/** The number of orders at risk, for the navigation. */
export function riskRoutes(): Router {
  const router = Router();
  router.get('/count', (request, response) => {
    sendPage(request, response, { title: 'Orders at risk', content: <h1>Orders at risk</h1> });
  });
  return router;
}
