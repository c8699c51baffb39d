import {
  actOnDeadLetters,
  failedMessagesStillAtRisk,
  REFUSAL_LABELS,
  type DeadLetterAction,
  type ShownDeadLetter,
} from '@hub/support-desk';
import type { DeadLetterState } from '@hub/database';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf, type Notice } from '../../access/session';
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
      const again = askAgain(request, failedMessage, action);
      tell(request, again ?? (await act(desk, request, { failedMessage, action })));
      response.redirect(303, `/dead-letters/${failedMessage.id}${again ? `/${action}` : ''}`);
    });
  }
}

/** When to ask again: the note is missing, or a replay would no longer do what was shown. */
function askAgain(request: Request, failedMessage: ShownDeadLetter, action: DeadLetterAction): Notice | null {
  if (failedMessage.state !== ACTIONS[action].from) return null;
  if (ACTIONS[action].note === 'required' && readNote(request) === undefined)
    return { kind: 'refused', text: 'Nothing is done: say why, for the record.' };
  const shown = Form.safeParse(request.body).data?.shown;
  if (action === 'replay' && shown !== failedMessage.forecast.says)
    return { kind: 'refused', text: 'Not replayed: it would not do what you were shown. Look once more.' };
  return null;
}

async function act(
  desk: Desk,
  request: Request,
  { failedMessage, action }: { failedMessage: ShownDeadLetter; action: DeadLetterAction },
): Promise<Notice> {
  const actor = actorOf(viewerOf(request));
  const { refused } = await actOnDeadLetters(desk.db, {
    action,
    ids: [failedMessage.id],
    actor,
    note: readNote(request),
  });
  const [refusal] = refused;
  return refusal
    ? {
        kind: 'refused',
        text: refusalOf(await requireFailedMessage(desk, failedMessage.id), action, refusal.why),
      }
    : { kind: 'done', text: ACTIONS[action].done(1) };
}
