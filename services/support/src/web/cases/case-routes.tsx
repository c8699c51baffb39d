import { caseTitle, listColleagues, runbookOfCase, showCase } from '@hub/desk/cases';
import { readStoreWords } from '@hub/desk/problems';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { addActRoutes } from './act-routes';
import { CasePage } from './case-page';
import { addSeveralRoutes } from './several-routes';
import { addCloseRoutes } from './close-routes';
import { readRunbook } from '../runbooks/read-runbook';

/** Each case's page, and the actions on one. */
export function caseRoutes(desk: Desk): Router {
  const router = Router();
  addSeveralRoutes(router, desk);
  addActRoutes(router, desk);
  addCloseRoutes(router, desk);
  router.get('/:id', async (request, response) => {
    const now = desk.clock.now();
    const shown = await showCase(desk.db, request.params.id, now);
    if (!shown) throw new PageError(404, 'There is no such case, or it is not kept any more.');
    const [said, colleagues, runbook] = await Promise.all([
      readStoreWords(desk.db, shown.risks),
      listColleagues(desk.db, now),
      readRunbook(
        runbookOfCase(
          shown.case.kind,
          shown.alerts.map(({ kind }) => kind),
        ),
      ),
    ]);
    sendPage(request, response, {
      title: caseTitle(shown.case),
      section: 'cases',
      content: <CasePage {...{ shown, said, colleagues, runbook, now }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}
