import { changeBulkRun, findBulkRun, RUN_CHANGES, runList, runTitle } from '@hub/desk/messages/runs';
import { selectionProgress } from '@hub/desk/messages';
import type { Router } from 'express';
import { viewerOf } from '../../access/session';
import { addActionRoutes } from '../../actions/action-routes';
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
    addActionRoutes(router, desk, {
      path: `/runs/:id/${change}`,
      action: changeBulkRun,
      section: 'dead-letters',
      find: async (_desk, request) => {
        const { run } = await requireRun(desk, request.params['id']);
        return {
          input: { run: run.id, change },
          place: { href: `${runList.path}/${run.id}`, name: runTitle(run) },
        };
      },
    });
}

async function requireRun({ db }: Desk, id: unknown) {
  const found = typeof id === 'string' ? await findBulkRun(db, id) : null;
  if (!found) throw new PageError(404, 'There is no such bulk run, or it is not kept any more.');
  return found;
}
