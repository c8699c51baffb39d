import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';

export function attentionRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => {
    sendPage(request, response, {
      title: 'What needs attention',
      section: 'attention',
      content: <h1>What needs attention</h1>,
    });
  });
  return router;
}
