import { listCases, listColleagues, readStoreWords, showCase } from '@hub/support-desk';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { readPlace, writePlace } from '../layout/place';
import { sendPage } from '../layout/send-page';
import { shopNames } from '../lists/shop-names';
import { addActRoutes } from './act-routes';
import { CasePage } from './case-page';
import { caseTitle } from './case-words';
import { CasesPage } from './cases-page';
import { addCloseRoutes } from './close-routes';
import { readRunbook } from '../runbooks/read-runbook';
import { runbookOfCase } from './runbook-of-case';
import { casesAddress, readCaseFilter, toCaseFilter } from './read-case-filter';

const PAGE = 50;

/** Cases: the list, each by itself, and what people do with one. */
export function caseRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const filter = readCaseFilter(request.query);
    const place = readPlace(request.query['before']);
    const after = place ? { openedAt: place.at, id: place.id } : undefined;
    const asked = await toCaseFilter(desk, filter, viewerOf(request));
    const [cases, shops] = await Promise.all([
      listCases(desk.db, { filter: asked, after, limit: PAGE, now: desk.clock.now() }),
      shopNames(desk.db),
    ]);
    const last = cases.length === PAGE ? cases.at(-1) : undefined;
    sendPage(request, response, {
      title: 'Cases',
      section: 'cases',
      content: (
        <CasesPage
          {...{ filter, cases, shops }}
          href={casesAddress(filter, place ? { before: writePlace(place) } : {})}
          older={
            last ? casesAddress(filter, { before: writePlace({ at: last.openedAt, id: last.id }) }) : null
          }
        />
      ),
    });
  });
  addActRoutes(router, desk);
  addCloseRoutes(router, desk);
  router.get('/:id', async (request, response) => {
    const now = desk.clock.now();
    const shown = await showCase(desk.db, request.params.id, now);
    if (!shown) throw new PageError(404, 'There is no such case, or it is not kept any more.');
    const [said, colleagues, runbook] = await Promise.all([
      readStoreWords(desk.db, shown.risks),
      listColleagues(desk.db, now),
      readRunbook(runbookOfCase(shown)),
    ]);
    sendPage(request, response, {
      title: caseTitle(shown.case),
      section: 'cases',
      content: <CasePage {...{ shown, said, colleagues, runbook, now }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}
