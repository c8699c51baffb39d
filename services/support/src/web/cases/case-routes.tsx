import {
  caseTitle,
  listCases,
  listColleagues,
  readStoreWords,
  showCase,
  type CaseListQuery,
  type ListedCase,
} from '@hub/support-desk';
import { Router, type Request } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { readPlace, writePlace } from '../layout/place';
import { sendPage } from '../layout/send-page';
import { CSV_PAGE, pagesAfter, sendCsv } from '../lists/send-csv';
import { shopNames } from '../lists/shop-names';
import { addActRoutes } from './act-routes';
import { CasePage } from './case-page';
import { CASE_COLUMNS } from './case-columns';
import { CASES } from './case-labels';
import { CasesPage, type CasesPageProps } from './cases-page';
import { addCloseRoutes } from './close-routes';
import { readRunbook } from '../runbooks/read-runbook';
import { runbookOfCase } from './runbook-of-case';
import { casesAddress, readCaseFilter, toCaseFilter, type CaseListFilter } from './read-case-filter';
import { viewsOfList } from '../views/saved-views';

const PAGE = 50;

/** Cases: the list, each case's page, and the actions on one. */
export function caseRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    sendPage(request, response, {
      title: 'Cases',
      section: 'cases',
      content: <CasesPage {...await listOf(desk, request)} />,
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

/** The list of cases as a file: next to the page, as `/cases.csv`. */
export function caseFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const asked = await toQuery(desk, request, readCaseFilter(request.query));
    const first = await pagesAfter<ListedCase>((after) =>
      listCases(desk.db, { ...asked, after, limit: CSV_PAGE }),
    );
    await sendCsv(response, { name: 'cases', columns: CASE_COLUMNS, first });
  });
  return router;
}

async function listOf(desk: Desk, request: Request): Promise<CasesPageProps> {
  const filter = readCaseFilter(request.query);
  const place = readPlace(request.query['after']);
  const after = place ? { openedAt: place.at, id: place.id } : undefined;
  const asked = await toQuery(desk, request, filter);
  const [found, shops, views] = await Promise.all([
    listCases(desk.db, { ...asked, after, limit: PAGE + 1 }),
    shopNames(desk.db),
    viewsOfList(desk.db, { page: CASES, viewer: viewerOf(request), asked: filter }),
  ]);
  const cases = found.slice(0, PAGE);
  const last = found.length > PAGE ? cases.at(-1) : undefined;
  return {
    filter,
    cases,
    shops,
    views,
    href: casesAddress(filter, place ? { after: writePlace(place) } : {}),
    older: last ? casesAddress(filter, { after: writePlace({ at: last.openedAt, id: last.id }) }) : null,
  };
}

async function toQuery(
  desk: Desk,
  request: Request,
  filter: CaseListFilter,
): Promise<Omit<CaseListQuery, 'limit'>> {
  const narrowed = await toCaseFilter(desk, filter, viewerOf(request));
  return { filter: narrowed, sort: filter.sort, now: desk.clock.now() };
}
