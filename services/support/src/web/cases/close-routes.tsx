import { CASES, caseTitle, showCase } from '@hub/desk/cases';
import { figure } from '@hub/desk/words';
import type { Router } from 'express';
import { requireRole } from '../access/require-role';
import { StillAtRisk } from '../at-risk/still-at-risk';
import type { Desk } from '../desk';
import { ActionForm } from '../layout/action-form';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';

const TITLE = 'Close although something in it is still affected';

/** Before a case is closed that holds an item in difficulty, the page says so. */
export function addCloseRoutes(router: Router, desk: Desk): void {
  router.get('/:id/close', requireRole('agent'), async (request, response) => {
    const shown = await showCase(desk.db, String(request.params['id']), desk.clock.now());
    if (!shown) throw new PageError(404, 'There is no such case, or it is not kept any more.');
    const { case: one, risks, failedMessages } = shown;
    sendPage(request, response, {
      title: TITLE,
      section: 'cases',
      content: (
        <>
          <h1>{TITLE}</h1>
          <div class="panel narrow">
            <p>{caseTitle(one)}</p>
            <StillAtRisk
              risks={risks}
              after="Closing the case changes nothing about it: the orders stay on the first page until their problems are resolved."
            />
            {failedMessages.length > 0 && (
              <p class="warning">Failed messages that stay as they are: {figure(failedMessages.length)}.</p>
            )}
            <ActionForm action={`${CASES}/${one.id}/close`} label={TITLE}>
              <input type="hidden" name="anyway" value="yes" />
              <div class="field">
                <label for="close-why">Why, for the record (no names, no addresses)</label>
                <input id="close-why" name="note" maxLength={500} autocomplete="off" required />
              </div>
              <div class="actions">
                <button type="submit" class="quiet">
                  Close it anyway
                </button>
                <a href={`${CASES}/${one.id}`}>Leave it open</a>
              </div>
            </ActionForm>
          </div>
        </>
      ),
    });
  });
}
