import { freezeSelection, messageFilterOf, messageList } from '@hub/desk/messages';
import { listAddress } from '@hub/desk/engine';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { addNotice, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { readIds } from '../../layout/read-ids';
import { asPage, filterOfForm, lookingOf } from '../../lists/list-routes';

const Form = z.object({ choice: z.enum(['ticked', 'all']) });

/** Freezes the ticked messages, or all current matches of the filter, and redirects to the set. */
export function addChooseRoutes(router: Router, desk: Desk): void {
  router.post('/sets', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body);
    if (!form.success) throw new PageError(400, 'It is not said which failed messages.');
    const actor = actorOf(viewerOf(request));
    const asked = filterOfForm(messageList, request.body);
    const ids = readIds(request.body);
    if (form.data.choice === 'ticked' && ids.length === 0) {
      addNotice(request, { kind: 'refused', text: 'Select at least one.' });
      response.redirect(303, listAddress(messageList.path, asked));
      return;
    }
    const chosen =
      form.data.choice === 'ticked'
        ? { ids }
        : { filter: await asPage(() => messageFilterOf(asked, lookingOf(desk, request))) };
    const { id } = await freezeSelection(desk.db, { actor, ...chosen });
    response.redirect(303, `/dead-letters/sets/${id}`);
  });
}
