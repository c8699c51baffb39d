import { type ShownDeadLetter, REFUSAL_LABELS, type DeadLetterAction } from '@hub/desk/messages';
import { ACTION_NAMES, ACTIONS } from '../action-labels';
import { describeAction } from '@hub/desk/engine';

type ActionRefusal = keyof typeof REFUSAL_LABELS;

/** Why an action on a failed message is refused, and what was done with it since the page was opened. */
export function refusalOf(
  failedMessage: ShownDeadLetter,
  action: DeadLetterAction,
  why: ActionRefusal,
): string {
  const words = `It is ${ACTIONS[action].not}: ${REFUSAL_LABELS[why]}`;
  const last = failedMessage.actions.findLast(({ action: done }) => CHANGES.has(done));
  return last
    ? `${words} (${last.actor} ${describeAction(last.action)} at ${last.at.toISOString()}).`
    : `${words}.`;
}

const CHANGES = new Set(ACTION_NAMES.flatMap((name) => [`dead_letter.${name}`, `bulk_run.${name}`]));
