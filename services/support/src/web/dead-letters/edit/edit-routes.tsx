import { createHash } from 'node:crypto';
import { DESK_REFUSAL_LABELS } from '@hub/desk/audit';
import { editMessage, revealDeadLetter, revertEdit, type ShownDeadLetter } from '@hub/desk/messages';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { addNotice, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import { actingOf, addActionRoutes, noticeOf } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { titleOf } from '../texts';
import { requireFailedMessage } from '../message/require-message';
import { EditPage } from './edit-page';
import { indentJson } from './indent-json';

const Form = z.object({ body: z.string(), mark: z.string().max(64) });

/** Edit and replay: for a lead, and only if an edit can repair it. The form shows personal data, so it is requested by POST. */
export function addEditRoutes(router: Router, desk: Desk): void {
  router.post('/:id/edit', requireRole('lead'), async (request, response) => {
    const failedMessage = await requireFailedMessage(desk, request.params['id']);
    if (!failedMessage.editable.yes) {
      addNotice(request, { kind: 'refused', text: `It cannot be edited: ${failedMessage.editable.says}.` });
      response.redirect(303, pageOf(failedMessage));
      return;
    }
    const revealed = await revealDeadLetter(desk.db, {
      id: failedMessage.id,
      actor: actorOf(viewerOf(request)),
      cipher: desk.cipher,
      which: 'edited',
    });
    const body = indentJson((revealed ?? Buffer.alloc(0)).toString('utf8'));
    sendPage(request, response, {
      title: 'Edit what a replay sends',
      section: 'dead-letters',
      content: <EditPage failedMessage={failedMessage} body={body} faults={[]} mark={markOf(body)} />,
    });
  });
  router.post('/:id/edited', requireRole('lead'), async (request, response) => {
    const failedMessage = await requireFailedMessage(desk, request.params['id']);
    const { body, mark } = readForm(request);
    const acting = { ...desk, ...actingOf(desk, request) };
    const end =
      mark === markOf(body)
        ? ({ kind: 'refused', says: `Not edited: ${DESK_REFUSAL_LABELS.unchanged}.` } as const)
        : await editMessage.act(acting, { id: failedMessage.id, body });
    if (end.kind === 'refused' && 'faults' in end && end.faults) {
      sendPage(request, response, {
        title: 'The edit is not kept',
        section: 'dead-letters',
        status: 400,
        content: <EditPage failedMessage={failedMessage} body={body} faults={end.faults} mark={mark} />,
      });
      return;
    }
    addNotice(request, noticeOf(end));
    response.redirect(303, pageOf(failedMessage));
  });
  addActionRoutes(router, desk, {
    path: '/:id/revert',
    action: revertEdit,
    section: 'dead-letters',
    find: async (_desk, request) => {
      const failedMessage = await requireFailedMessage(desk, request.params['id']);
      return {
        input: { id: failedMessage.id },
        place: { href: pageOf(failedMessage), name: titleOf(failedMessage) },
      };
    },
  });
}

/** Browsers send line breaks as CR LF, whatever they received. Throws `PageError`. */
function readForm(request: Request): z.output<typeof Form> {
  const form = Form.safeParse(request.body);
  if (!form.success) throw new PageError(400, 'The edit cannot be read.');
  return { ...form.data, body: form.data.body.replaceAll('\r\n', '\n') };
}

/** Distinguishes an edit from an unchanged text. */
function markOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function pageOf({ id }: ShownDeadLetter): string {
  return `/dead-letters/${id}`;
}
