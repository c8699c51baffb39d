import {
  caseTitle,
  listColleagues,
  runbookOfCase,
  showCase,
  CASE_ACTIONS,
  CASE_REFUSAL_LABELS,
  CASES,
} from '@hub/desk/cases';
import { readStoreMessages } from '@hub/desk/problems';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { CasePage } from './case-page';
import { addSeveralRoutes } from './several-routes';
import { addCloseRoutes } from './close-routes';
import { readRunbook } from '../runbooks/read-runbook';
import type { ActionEnd } from '@hub/desk/engine';
import { addActionRoutes } from '../actions/action-routes';

/** Taking a case, handing it over, giving it back, notes, snoozing, its ticket, closing it. */
function addActRoutes(router: Router, desk: Desk): void {
  for (const [kind, action] of Object.entries(CASE_ACTIONS))
    addActionRoutes(router, desk, {
      path: `/:id/${kind.replace('_', '-')}`,
      action,
      section: 'cases',
      find: async (_desk, { params, body }) => {
        const href = `${CASES}/${String(params['id'])}`;
        const text = kind === 'note' ? { text: String(body?.note ?? '') } : {};
        return { input: { case: params['id'], ...text }, place: { href, name: 'The case' } };
      },
      ...(kind === 'close' && { after: (end, href) => (isStillUnwell(end) ? `${href}/close` : href) }),
    });
}

/** It is closed only after the page has said what is in difficulty. */
const isStillUnwell = (end: ActionEnd<unknown>): boolean =>
  end.kind === 'refused' && end.why === CASE_REFUSAL_LABELS.still_unwell;

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
      readStoreMessages(desk.db, shown.risks),
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
