import { listCalls, showCall, type CallListQuery, type ListedCall } from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { listAddress } from '../layout/list-address';
import { sendCsv, type CsvPage } from '../lists/send-csv';
import { shopNames } from '../lists/shop-names';
import { operationName } from '../shops/shop-labels';
import { findViews } from '../views/saved-views';
import { CALL_COLUMNS } from './call-columns';
import { CallPage } from './call-page';
import { CALLS, CallsPage } from './calls-page';
import { readCallQuery, toCallFilter } from './read-call-filter';

const PAGE = 50;
const CSV_PAGE = 1_000;
const After = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional();

/** Calls to stores: the list, its file, and each call's page. */
export function callRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const query = readCallQuery(request.query);
    const after = After.safeParse(request.query['after']);
    if (!after.success) throw new PageError(400, 'This address names no place in the list.');
    const viewer = viewerOf(request);
    const [page, shops, views] = await Promise.all([
      listCalls(desk.db, { ...(await toQuery(desk, query)), after: after.data, limit: PAGE }),
      shopNames(desk.db),
      findViews(desk.db, { page: CALLS, viewer }),
    ]);
    sendPage(request, response, {
      title: 'Calls to stores',
      section: 'calls',
      content: (
        <CallsPage
          {...{ query, page, shops }}
          paged={after.data !== undefined}
          next={page.next && listAddress(CALLS, { ...query, after: page.next })}
          views={{ page: CALLS, views, viewer, query: listAddress('', query).slice(1) }}
        />
      ),
    });
  });
  router.get('/:id', async (request, response) => {
    const call = await showCall(desk.db, request.params.id);
    if (!call) throw new PageError(404, 'There is no such call (any more).');
    sendPage(request, response, {
      title: `${operationName(call.operation)} at ${call.shopName}`,
      section: 'calls',
      content: <CallPage call={call} />,
    });
  });
  return router;
}

/** The list of calls as a file: next to the page, as `/calls.csv`. */
export function callFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const first = await readPage(desk, {
      ...(await toQuery(desk, readCallQuery(request.query))),
      limit: CSV_PAGE,
    });
    await sendCsv(response, { name: 'calls', columns: CALL_COLUMNS, first });
  });
  return router;
}

async function toQuery(desk: Desk, query: ReturnType<typeof readCallQuery>) {
  return { filter: await toCallFilter(desk, query), ascending: query.sort === 'oldest' };
}

async function readPage(desk: Desk, query: CallListQuery): Promise<CsvPage<ListedCall>> {
  const { calls, next } = await listCalls(desk.db, query);
  return { rows: calls, next: next === null ? null : () => readPage(desk, { ...query, after: next }) };
}
