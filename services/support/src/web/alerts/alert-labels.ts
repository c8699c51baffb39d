import type { AlertState } from '@hub/database';
import { ALERT_REFUSAL_LABELS, type AlertSummary } from '@hub/support-desk';
import type { StateLabel } from '../layout/state';

type AlertRefusal = keyof typeof ALERT_REFUSAL_LABELS;

const OF_MANY: Record<AlertRefusal, string> = {
  unknown: 'they are not kept any more',
  resolved: 'they are resolved already',
  taken_by_you: 'you have taken them already',
};

/** Why an action is not done for that many. */
export function alertRefusal(why: AlertRefusal, count: number): string {
  return count === 1 ? ALERT_REFUSAL_LABELS[why] : OF_MANY[why];
}

const STATES: Record<AlertState, StateLabel> = {
  open: { text: 'open', tone: 'bad' },
  taken: { text: 'taken', tone: 'warn' },
  resolved: { text: 'resolved', tone: 'good' },
};

/** Its state, and who has it. */
export function alertState({ state, takenBy }: Pick<AlertSummary, 'state' | 'takenBy'>): StateLabel {
  return state === 'taken' && takenBy !== null
    ? { text: `taken by ${takenBy}`, tone: 'warn' }
    : STATES[state];
}
