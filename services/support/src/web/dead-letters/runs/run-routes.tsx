import {
  BULK,
  changeBulkRun,
  findBulkRun,
  listBulkRuns,
  RUN_CHANGES,
  selectionProgress,
} from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { RUNS } from '../list/views';
import { mayActOnSet } from '../set/bulk';
import { runTitle } from './run-labels';
import { RunPage } from './run-page';
import { RunsPage } from './runs-page';

const PART = 50;
const Place = z.uuid().optional();

/** Bulk runs: the list, each by itself, and what holds one up. */
export function addRunRoutes(router: Router, desk: Desk): void {
  router.get('/runs', async (request, response) => {
    const before = Place.safeParse(request.query['before']);
    if (!before.success) throw new PageError(400, 'This address names no place in the list.');
    const runs = await listBulkRuns(desk.db, { limit: PART, before: before.data });
    const last = runs.length === PART ? runs.at(-1) : undefined;
    sendPage(request, response, {
      title: 'Bulk runs',
      section: 'dead-letters',
      content: (
        <RunsPage
          runs={runs}
          href={before.data === undefined ? RUNS : `${RUNS}?before=${before.data}`}
          older={last ? `${RUNS}?before=${last.id}` : null}
        />
      ),
    });
  });
  router.get('/runs/:id', async (request, response) => {
    const { run, refused } = await requireRun(desk, request.params.id);
    const progress = await selectionProgress(desk.db, run.selectionId);
    const mayChange = mayActOnSet(viewerOf(request), run.size);
    sendPage(request, response, {
      title: runTitle(run),
      section: 'dead-letters',
      content: <RunPage run={run} refused={refused} progress={progress} mayChange={mayChange} />,
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

async function requireRun({ db }: Desk, id: unknown) {
  const found = typeof id === 'string' ? await findBulkRun(db, id) : null;
  if (!found) throw new PageError(404, 'There is no such bulk run, or it is not kept any more.');
  return found;
}
