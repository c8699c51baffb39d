import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';

export function shopRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => {
    sendPage(request, response, { title: 'Shops', section: 'shops', content: <h1>Shops</h1> });
  });
  return router;
}
