import { firstList, needsAttention } from '@hub/desk/first';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';
import { lookingOf } from '../lists/list-routes';
import { AttentionPage } from './attention-page';

/** The first page: what comes first. */
export function attentionRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const looking = lookingOf(desk, request);
    const [needs, brokerThere, found] = await Promise.all([
      needsAttention(desk.db, looking.now),
      desk.brokerThere(),
      firstList.find(looking, {}, { limit: firstList.pageSize }),
    ]);
    sendPage(request, response, {
      title: firstList.title,
      section: 'attention',
      content: (
        <AttentionPage
          needs={{ ...needs, brokerThere }}
          found={found}
          viewer={viewerOf(request)}
          now={new Date(looking.now)}
        />
      ),
    });
  });
  return router;
}
