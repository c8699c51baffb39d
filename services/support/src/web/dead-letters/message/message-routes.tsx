import {
  actOnDeadLetters,
  failedMessagesStillAtRisk,
  REFUSAL_LABELS,
  replayAsShown,
  type DeadLetterAction,
  type ShownDeadLetter,
} from '@hub/support-desk';
import type { DeadLetterState } from '@hub/database';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import type { Notice } from '../../access/browser-state';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import { saidOfRisks } from '../../at-risk/said-of-risks';
import type { Desk } from '../../desk';
import { readNote } from '../../layout/read-note';
import { sendPage } from '../../layout/send-page';
import { ACTION_NAMES, ACTIONS } from '../action-labels';
import { titleOf } from '../texts';
import { FailedMessagePage } from './message-page';
import { QuestionPage } from './question-page';
import { refusalOf } from './refusal';
import { requireFailedMessage } from './require-message';

/** Why the action is not possible in that state. */
const REFUSED_AS = {
  open: 'not_discarded',
  replaying: 'replay_pending',
  resolved: 'resolved',
  discarded: 'discarded',
} as const satisfies Record<DeadLetterState, keyof typeof REFUSAL_LABELS>;

type Refusal = keyof typeof REFUSAL_LABELS;

const Form = z.object({ shown: z.string().max(2_000).optional() });

/** A failed message and the actions on it: GET asks and says what will happen, POST does it. */
export function addFailedMessageRoutes(router: Router, desk: Desk): void {
  router.get('/:id', async (request, response) => {
    const failedMessage = await requireFailedMessage(desk, request.params.id);
    const now = desk.clock.now();
    const risks = await failedMessagesStillAtRisk(desk.db, { ids: [failedMessage.id], now });
    const said = await saidOfRisks(desk, risks);
    sendPage(request, response, {
      title: titleOf(failedMessage),
      section: 'dead-letters',
      content: <FailedMessagePage {...{ failedMessage, now, said }} viewer={viewerOf(request)} />,
    });
  });
  for (const action of ACTION_NAMES) {
    const path = `/:id/${action}`;
    router.get(path, requireRole('agent'), async (request, response) => {
      const failedMessage = await requireFailedMessage(desk, request.params['id']);
      const possible = failedMessage.state === ACTIONS[action].from;
      const risks = await failedMessagesStillAtRisk(desk.db, {
        ids: [failedMessage.id],
        now: desk.clock.now(),
      });
      const impossible = possible ? null : REFUSAL_LABELS[REFUSED_AS[failedMessage.state]];
      sendPage(request, response, {
        title: `${ACTIONS[action].name} it`,
        section: 'dead-letters',
        content: <QuestionPage {...{ failedMessage, action, impossible, risks }} />,
      });
    });
    router.post(path, requireRole('agent'), async (request, response) => {
      const failedMessage = await requireFailedMessage(desk, request.params['id']);
      const refusal = await act(desk, request, { failedMessage, action });
      tell(request, await noticeOf(desk, { failedMessage, action, refusal }));
      const asksAgain = refusal === 'note_missing' || refusal === 'forecast_changed';
      response.redirect(303, `/dead-letters/${failedMessage.id}${asksAgain ? `/${action}` : ''}`);
    });
  }
}

/** @returns null: it is done */
async function act(
  desk: Desk,
  request: Request,
  { failedMessage: { id }, action }: { failedMessage: ShownDeadLetter; action: DeadLetterAction },
): Promise<Refusal | null> {
  const by = { actor: actorOf(viewerOf(request)), note: readNote(request) };
  const { refused } =
    action === 'replay'
      ? await replayAsShown(desk.db, { id, shown: Form.safeParse(request.body).data?.shown, ...by }, desk)
      : await actOnDeadLetters(desk.db, { action, ids: [id], ...by });
  return refused[0]?.why ?? null;
}

async function noticeOf(
  desk: Desk,
  end: { failedMessage: ShownDeadLetter; action: DeadLetterAction; refusal: Refusal | null },
): Promise<Notice> {
  const { failedMessage, action, refusal } = end;
  if (refusal === null) return { kind: 'done', text: ACTIONS[action].done(1) };
  const now = await requireFailedMessage(desk, failedMessage.id);
  return { kind: 'refused', text: refusalOf(now, action, refusal) };
}
