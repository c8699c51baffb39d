import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';

export function auditRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => {
    sendPage(request, response, { title: 'Audit', section: 'audit', content: <h1>Audit</h1> });
  });
  return router;
}
