import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';

export function deadLetterRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => {
    sendPage(request, response, { title: 'Dead letters', section: 'dead-letters', content: <h1>Dead letters</h1> });
  });
  return router;
}
