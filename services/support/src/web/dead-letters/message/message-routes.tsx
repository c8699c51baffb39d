import { failedMessagesStillAtRisk } from '@hub/desk/problems';
import {
  MESSAGE_ACTIONS,
  REFUSAL_LABELS,
  type DeadLetterAction,
  type ShownDeadLetter,
} from '@hub/desk/messages';
import type { DeadLetterState } from '@hub/database';
import type { Router } from 'express';
import { requireRole } from '../../access/require-role';
import type { Notice } from '../../access/browser-state';
import { addNotice, viewerOf } from '../../access/session';
import { actingOf, chosenOf, noticeOf } from '../../actions/action-routes';
import { saidOfRisks } from '../../at-risk/said-of-risks';
import type { Desk } from '../../desk';
import { sendPage } from '../../layout/send-page';
import { ACTION_NAMES, ACTIONS } from '../action-labels';
import { titleOf } from '../texts';
import { FailedMessagePage } from './message-page';
import { QuestionPage } from './question-page';
import { requireFailedMessage } from './require-message';
import { describeAction } from '@hub/desk/engine';

type ActionRefusal = keyof typeof REFUSAL_LABELS;

/** Why an action on a failed message is refused, and what was done with it since the page was opened. */
function refusalOf(failedMessage: ShownDeadLetter, action: DeadLetterAction, why: ActionRefusal): string {
  const words = `It is ${ACTIONS[action].not}: ${REFUSAL_LABELS[why]}`;
  const last = failedMessage.actions.findLast(({ action: done }) => CHANGES.has(done));
  return last
    ? `${words} (${last.actor} ${describeAction(last.action)} at ${last.at.toISOString()}).`
    : `${words}.`;
}

const CHANGES = new Set(ACTION_NAMES.flatMap((name) => [`dead_letter.${name}`, `bulk_run.${name}`]));

/** Why the action is not possible in that state. */
const REFUSED_AS = {
  open: 'not_discarded',
  replaying: 'replay_pending',
  resolved: 'resolved',
  discarded: 'discarded',
} as const satisfies Record<DeadLetterState, keyof typeof REFUSAL_LABELS>;

type Refusal = keyof typeof REFUSAL_LABELS;

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
      const given = { ids: [failedMessage.id], ...chosenOf(request, MESSAGE_ACTIONS[action].fields) };
      const end = await MESSAGE_ACTIONS[action].act({ ...desk, ...actingOf(desk, request) }, given);
      const refusal = end.kind === 'invalid' ? 'note_missing' : refusalIn(end);
      addNotice(request, await sayEnd(desk, { failedMessage, action, refusal, end }));
      const asksAgain = refusal === 'note_missing' || refusal === 'forecast_changed';
      response.redirect(303, `/dead-letters/${failedMessage.id}${asksAgain ? `/${action}` : ''}`);
    });
  }
}

type Ended = Awaited<ReturnType<(typeof MESSAGE_ACTIONS)['replay']['act']>>;

/** Null: it is done. */
const refusalIn = (end: Ended): Refusal | null =>
  end.kind === 'done' ? (end.answer.refused[0]?.why ?? null) : null;

async function sayEnd(
  desk: Desk,
  at: { failedMessage: ShownDeadLetter; action: DeadLetterAction; refusal: Refusal | null; end: Ended },
): Promise<Notice> {
  const { failedMessage, action, refusal, end } = at;
  if (end.kind === 'invalid' && end.says !== REFUSAL_LABELS.note_missing) return noticeOf(end);
  if (end.kind !== 'done' && end.kind !== 'invalid') return noticeOf(end);
  if (refusal === null) return { kind: ACTIONS[action].kind, text: ACTIONS[action].done(1) };
  const now = await requireFailedMessage(desk, failedMessage.id);
  return { kind: 'refused', text: refusalOf(now, action, refusal) };
}
