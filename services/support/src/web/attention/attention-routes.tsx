import { needsAttention } from '@hub/support-desk';
import { Router } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';
import { AttentionPage } from './attention-page';
import { concernsOf } from './concerns';

/** What needs attention now. */
export function attentionRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const now = desk.clock.now();
    const [needs, brokerThere] = await Promise.all([needsAttention(desk.db, now), desk.brokerThere()]);
    const concerns = concernsOf({ ...needs, brokerThere }, now);
    sendPage(request, response, {
      title: 'What needs attention',
      section: 'attention',
      content: <AttentionPage concerns={concerns} now={new Date(now)} />,
    });
  });
  return router;
}
