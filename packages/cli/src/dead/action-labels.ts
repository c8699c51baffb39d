import type { InputOf } from '../desk/with-desk';

export type DeadAction = InputOf<'dead.act'>['action'];

/** What becomes of messages, after a count of them. */
export const ACTION_LABELS: Record<DeadAction, string> = {
  replay: 'sent again to their queues',
  discard: 'discarded',
  restore: 'restored',
};
