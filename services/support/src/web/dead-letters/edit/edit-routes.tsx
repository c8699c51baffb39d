import { createHash } from 'node:crypto';
import {
  DESK_REFUSAL_LABELS,
  editDeadLetter,
  revealDeadLetter,
  revertEdit,
  type ShownDeadLetter,
} from '@hub/support-desk';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { requireFailedMessage } from '../message/require-message';
import { EditPage } from './edit-page';
import { indentJson } from './indent-json';

const Form = z.object({ body: z.string(), mark: z.string().max(64) });

/** Edit and replay: for a lead, and only if an edit can repair it. The form shows personal data, so it is requested by POST. */
export function addEditRoutes(router: Router, desk: Desk): void {
  router.post('/:id/edit', requireRole('lead'), async (request, response) => {
    const failedMessage = await requireFailedMessage(desk, request.params['id']);
    if (!failedMessage.editable.yes) {
      tell(request, { kind: 'refused', text: `It cannot be edited: ${failedMessage.editable.says}.` });
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
    const actor = actorOf(viewerOf(request));
    const { cipher } = desk;
    const end =
      mark === markOf(body)
        ? ({ kind: 'refused', why: 'unchanged' } as const)
        : await editDeadLetter(desk.db, { id: failedMessage.id, body, actor, cipher });
    if (end.kind === 'invalid') {
      sendPage(request, response, {
        title: 'The edit is not kept',
        section: 'dead-letters',
        status: 400,
        content: <EditPage failedMessage={failedMessage} body={body} faults={end.faults} mark={mark} />,
      });
      return;
    }
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: `Edited: ${end.changed.join(', ')}. Look at what a replay would do now.` }
        : { kind: 'refused', text: `Not edited: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, pageOf(failedMessage));
  });
  router.post('/:id/revert', requireRole('lead'), async (request, response) => {
    const failedMessage = await requireFailedMessage(desk, request.params['id']);
    const actor = actorOf(viewerOf(request));
    const end = await revertEdit(desk.db, { id: failedMessage.id, actor, cipher: desk.cipher });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: 'The edit is taken back: a replay sends the original.' }
        : { kind: 'refused', text: `The edit is not taken back: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, pageOf(failedMessage));
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
