import { ALERT_REFUSAL_LABELS } from '@hub/desk/alerts';

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
