import {
  BULK,
  changeBulkRun,
  findBulkRun,
  listBulkRuns,
  RUN_CHANGES,
  selectionProgress,
  type ListedRun,
} from '@hub/support-desk';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { listAddress } from '../../layout/list-address';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { CSV_PAGE, pagesAfter, sendCsv } from '../../lists/send-csv';
import { viewsOfList } from '../../views/saved-views';
import { RUNS } from '../list/views';
import { mayActOnSet } from '../set/bulk';
import { readRunFilter, toRunQuery } from './read-run-filter';
import { RUN_FILE } from './run-file';
import { runTitle } from './run-labels';
import { RunPage } from './run-page';
import { RunsPage, type RunsPageProps } from './runs-page';

const PART = 50;
const Place = z.uuid().optional();

/** Bulk runs: the list, each run's page, and the controls to pause or stop it. */
export function addRunRoutes(router: Router, desk: Desk): void {
  router.get('/runs', async (request, response) => {
    sendPage(request, response, {
      title: 'Bulk runs',
      section: 'dead-letters',
      content: <RunsPage {...await listOf(desk, request)} />,
    });
  });
  router.get('/runs.csv', async (request, response) => {
    const query = { ...toRunQuery(readRunFilter(request.query), viewerOf(request)), limit: CSV_PAGE };
    const first = await pagesAfter<ListedRun>((last) => listBulkRuns(desk.db, { ...query, after: last?.id }));
    await sendCsv(response, { name: 'bulk-runs', columns: RUN_FILE, first });
  });
  router.get('/runs/:id', async (request, response) => {
    const { run, refused } = await requireRun(desk, request.params.id);
    const progress = await selectionProgress(desk.db, run.selectionId);
    const mayChange = mayActOnSet(viewerOf(request), run.size);
    const now = desk.clock.now();
    sendPage(request, response, {
      title: runTitle(run),
      section: 'dead-letters',
      content: <RunPage {...{ run, refused, progress, mayChange, now }} />,
    });
  });
  for (const change of RUN_CHANGES)
    router.post(`/runs/:id/${change}`, requireRole('agent'), async (request, response) => {
      const { run } = await requireRun(desk, request.params['id']);
      const viewer = viewerOf(request);
      if (!mayActOnSet(viewer, run.size))
        throw new PageError(403, `You may not do this: more than ${BULK} at once ask for a lead.`);
      const by = { actor: actorOf(viewer), now: desk.clock.now() };
      if (!(await changeBulkRun(desk.db, { id: run.id, change, ...by })))
        tell(request, { kind: 'refused', text: 'Nothing is changed: the run stands otherwise by now.' });
      response.redirect(303, `${RUNS}/${run.id}`);
    });
}

async function listOf(desk: Desk, request: Request): Promise<RunsPageProps> {
  const filter = readRunFilter(request.query);
  const after = Place.safeParse(request.query['after']);
  if (!after.success) throw new PageError(400, 'This address names no place in the list.');
  const viewer = viewerOf(request);
  const [found, views] = await Promise.all([
    listBulkRuns(desk.db, { ...toRunQuery(filter, viewer), after: after.data, limit: PART + 1 }),
    viewsOfList(desk.db, { page: RUNS, viewer, asked: filter }),
  ]);
  const runs = found.slice(0, PART);
  const last = found.length > PART ? runs.at(-1) : undefined;
  return {
    filter,
    runs,
    views,
    href: listAddress(RUNS, { ...filter, after: after.data }),
    top: after.data === undefined ? null : listAddress(RUNS, filter),
    next: last ? listAddress(RUNS, { ...filter, after: last.id }) : null,
  };
}

async function requireRun({ db }: Desk, id: unknown) {
  const found = typeof id === 'string' ? await findBulkRun(db, id) : null;
  if (!found) throw new PageError(404, 'There is no such bulk run, or it is not kept any more.');
  return found;
}
