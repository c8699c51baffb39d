import { allQueues } from '@hub/messaging';
import {
  countDeadLetters,
  countNewerDeadLetters,
  groupDeadLetters,
  listDeadLetters,
  type DeadLetterGroup,
  type DeadLetterSummary,
} from '@hub/support-desk';
import { Router, type Request } from 'express';
import { viewerOf } from '../../access/session';
import type { Desk } from '../../desk';
import { Newer, NEWER_COUNTED } from '../../layout/newer';
import { placeOfNow, readPlace, writePlace, type Place } from '../../layout/place';
import { sendPage } from '../../layout/send-page';
import { CSV_PAGE, pagesAfter, sendCsv } from '../../lists/send-csv';
import { shopNames } from '../../lists/shop-names';
import { viewsOfList } from '../../views/saved-views';
import {
  addressOf,
  askedOf,
  readCauseSort,
  readFilter,
  readFailedMessageSort,
  toFilter,
  type ListFilter,
} from '../read-filter';
import { CausesPage, type CausesPageProps } from './causes-page';
import { CAUSE_FILE, LETTER_FILE } from './message-files';
import { ListPage, type ListPageProps } from './list-page';
import { sortCauses } from './sort-causes';
import { CAUSES, LIST } from './views';

const PAGE = 50;
const QUEUES = allQueues()
  .map(({ name }) => name)
  .toSorted();

/** Lists of failed messages: one by one, by cause, and how many are newer. */
export function addListRoutes(router: Router, desk: Desk): void {
  router.get('/', async (request, response) => {
    sendPage(request, response, {
      title: 'Failed messages',
      section: 'dead-letters',
      content: <ListPage {...await listOf(desk, request)} />,
    });
  });
  router.get('/causes', async (request, response) => {
    sendPage(request, response, {
      title: 'Failed messages by cause',
      section: 'dead-letters',
      content: <CausesPage {...await causesOf(desk, request)} />,
    });
  });
  router.get('/causes.csv', async (request, response) => {
    const rows = await readCauses(desk, request);
    await sendCsv(response, { name: 'causes', columns: CAUSE_FILE, first: { rows, next: null } });
  });
  router.get('/newer', async (request, response) => {
    const filter = readFilter(request.query);
    const place = readPlace(request.query['top']) ?? placeOfNow(desk.clock.now());
    const count = await countNewerDeadLetters(desk.db, {
      filter: await toFilter(desk, filter),
      place: { lastFailedAt: place.at, id: place.id },
      limit: NEWER_COUNTED,
    });
    sendPage(request, response, {
      title: 'Newer failed messages',
      section: 'dead-letters',
      content: (
        <>
          <h1>Newer failed messages</h1>
          <Newer {...newerOf(filter, place)} count={count} />
        </>
      ),
    });
  });
}

/** The list of failed messages as a file: next to the page, as `/dead-letters.csv`. */
export function letterFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const filter = await toFilter(desk, readFilter(request.query));
    const query = { filter, sort: readFailedMessageSort(request.query), limit: CSV_PAGE };
    const first = await pagesAfter<DeadLetterSummary>((after) =>
      listDeadLetters(desk.db, { ...query, after }),
    );
    await sendCsv(response, { name: 'failed-messages', columns: LETTER_FILE, first });
  });
  return router;
}

async function causesOf(desk: Desk, request: Request): Promise<CausesPageProps> {
  const [filter, sort, viewer] = [readFilter(request.query), readCauseSort(request.query), viewerOf(request)];
  const [groups, shops, views] = await Promise.all([
    readCauses(desk, request),
    shopNames(desk.db),
    viewsOfList(desk.db, { page: CAUSES, viewer, asked: { ...askedOf(filter), sort } }),
  ]);
  return { filter, sort, groups, shops, views, queues: QUEUES, viewer, now: desk.clock.now() };
}

async function readCauses(desk: Desk, { query }: Request): Promise<readonly DeadLetterGroup[]> {
  const sort = readCauseSort(query);
  return sortCauses(await groupDeadLetters(desk.db, await toFilter(desk, readFilter(query))), sort);
}

async function listOf(desk: Desk, request: Request): Promise<ListPageProps> {
  const filter = readFilter(request.query);
  const sort = readFailedMessageSort(request.query);
  const place = readPlace(request.query['after']);
  const after = place ? { lastFailedAt: place.at, id: place.id } : undefined;
  const wanted = await toFilter(desk, filter);
  const viewer = viewerOf(request);
  const [found, total, shops, views] = await Promise.all([
    listDeadLetters(desk.db, { filter: wanted, sort, after, limit: PAGE + 1 }),
    countDeadLetters(desk.db, wanted),
    shopNames(desk.db),
    viewsOfList(desk.db, { page: LIST, viewer, asked: { ...askedOf(filter), sort } }),
  ]);
  const failedMessages = found.slice(0, PAGE);
  const [first, last] = [failedMessages[0], failedMessages.at(-1)];
  const now = desk.clock.now();
  const newest = first ? { at: first.lastFailedAt, id: first.id } : placeOfNow(now);
  const hasNewest = after === undefined && sort === undefined;
  return {
    filter,
    sort,
    failedMessages,
    total,
    shops,
    views,
    now,
    newer: hasNewest ? { ...newerOf(filter, newest), count: 0 } : null,
    top: after ? addressOf(LIST, filter, { sort }) : null,
    older:
      found.length > PAGE && last
        ? addressOf(LIST, filter, { sort, after: writePlace({ at: last.lastFailedAt, id: last.id }) })
        : null,
    queues: QUEUES,
    viewer,
  };
}

function newerOf(filter: ListFilter, top: Place): { href: string; list: string } {
  return {
    href: addressOf(`${LIST}/newer`, filter, { top: writePlace(top) }),
    list: addressOf(LIST, filter),
  };
}
