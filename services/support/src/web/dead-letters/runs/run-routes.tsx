import {
  BULK,
  changeBulkRun,
  findBulkRun,
  RUN_CHANGES,
  runList,
  runTitle,
  selectionProgress,
} from '@hub/support-desk';
import type { Router } from 'express';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { mayActOnSet } from '../set/bulk';
import { RunPage } from './run-page';

/** Bulk runs: each run's page, and the controls to pause or stop it. */
export function addRunRoutes(router: Router, desk: Desk): void {
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
      response.redirect(303, `${runList.path}/${run.id}`);
    });
}

async function requireRun({ db }: Desk, id: unknown) {
  const found = typeof id === 'string' ? await findBulkRun(db, id) : null;
  if (!found) throw new PageError(404, 'There is no such bulk run, or it is not kept any more.');
  return found;
}
