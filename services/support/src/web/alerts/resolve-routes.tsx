import { alertsStillAtRisk } from '@hub/desk/problems';
import type { Router } from 'express';
import { requireRole } from '../access/require-role';
import { StillAtRisk } from '../at-risk/still-at-risk';
import type { Desk } from '../desk';
import { ActionForm } from '../layout/action-form';
import { readIds } from '../layout/read-ids';
import { sendPage } from '../layout/send-page';

const TITLE = 'Resolve although it is still at risk';

/** The confirmation before alerts are resolved whose orders are still at risk. */
export function addResolveRoutes(router: Router, desk: Desk): void {
  router.get('/resolve', requireRole('agent'), async (request, response) => {
    const ids = readIds(request.query);
    const back = typeof request.query['back'] === 'string' ? request.query['back'] : '/alerts';
    const risks = await alertsStillAtRisk(desk.db, { ids, now: desk.clock.now() });
    sendPage(request, response, {
      title: TITLE,
      section: 'alerts',
      content: (
        <>
          <h1>{TITLE}</h1>
          <div class="panel narrow">
            {risks.length === 0 && <p>Nothing that they are about is at risk any more.</p>}
            <StillAtRisk
              risks={risks}
              after="Resolving the alert changes nothing about it: it stays on the first page until its problem is resolved. The alert closes by itself then."
            />
            <ActionForm action="/alerts/act" label={TITLE} class="actions">
              {ids.map((id) => (
                <input type="hidden" name="ids" value={id} />
              ))}
              <input type="hidden" name="back" value={back} />
              <input type="hidden" name="anyway" value="yes" />
              <button type="submit" name="action" value="resolve" class="quiet">
                Resolve it anyway
              </button>
              <a href="/alerts">Leave it as it is</a>
            </ActionForm>
          </div>
        </>
      ),
    });
  });
}
