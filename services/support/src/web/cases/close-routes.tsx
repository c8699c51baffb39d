import { CASES, caseTitle, showCase } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { StillAtRisk } from '../at-risk/still-at-risk';
import type { Desk } from '../desk';
import { ActionForm } from '../layout/action-form';
import { PageError } from '../layout/page-error';
import { readNote } from '../layout/read-note';
import { sendPage } from '../layout/send-page';
import { carryOut } from './act-routes';

const TITLE = 'Close although something in it is still affected';
const Form = z.object({ anyway: z.literal('yes').optional() });

/** Closing a case by hand: if it holds an item in difficulty, only after the page has said so. */
export function addCloseRoutes(router: Router, desk: Desk): void {
  router.post('/:id/close', requireRole('agent'), (request, response) => {
    const anyway = Form.safeParse(request.body ?? {}).data?.anyway === 'yes';
    const action = { kind: 'close', note: readNote(request), anyway } as const;
    return carryOut(desk, { request, response, action });
  });
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
              after="Closing the case changes nothing about it: the orders stay on the first page until they are well."
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
