import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';

export function alertRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => {
    sendPage(request, response, { title: 'Alerts', section: 'alerts', content: <h1>Alerts</h1> });
  });
  return router;
}
